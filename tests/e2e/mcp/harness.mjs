// A test is a sentence and an async function; all of them run, in order.
//
// KITH_URL is the base URL of a running instance (http://localhost:8080), KITH_TOKEN a
// personal access token of an active member with network:read and network:write.

const TEST_TIMEOUT_MS = 20_000;

function required(name) {
  const value = process.env[name];
  if (!value) {
    console.error(`${name} must be set`);
    process.exit(2);
  }
  return value.replace(/\/$/, '');
}

export const base = required('KITH_URL');
export const token = required('KITH_TOKEN');
export const endpoint = new URL(`${base}/mcp`);
export const authorized = { headers: { Authorization: `Bearer ${token}` } };

const tests = [];

export function test(sentence, run) {
  tests.push({ sentence, run });
}

export function ask(title) {
  return {
    kind: 'idea',
    title: `${title} ${Math.random().toString(36).slice(2, 10)}`,
    body: 'Somebody to try this with.',
    publishTo: { public: true },
  };
}

async function within(promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('took too long')), TEST_TIMEOUT_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

export async function main() {
  let failed = 0;
  for (const { sentence, run } of tests) {
    try {
      await within(run());
      console.log(`ok   ${sentence}`);
    } catch (error) {
      failed += 1;
      console.log(`FAIL ${sentence}\n     ${error.stack ?? error}`);
    }
  }
  console.log(`${tests.length - failed} passed, ${failed} failed`);
  process.exit(failed > 0 ? 1 : 0);
}
