// The first generation of the SDK supports the legacy era only.
import assert from 'node:assert/strict';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import { authorized, base, endpoint, main, test } from './harness.mjs';
import { testClient } from './shared.mjs';

async function connect(url = endpoint, requestInit = authorized) {
  const client = new Client({ name: 'kith-tests-v1', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  return client;
}

testClient('v1 legacy', connect);

test('v1 legacy: answers ping, and knows no subscriptions', async () => {
  const client = await connect();
  assert.deepEqual(await client.ping(), {});
  const subscribe = { method: 'resources/subscribe', params: { uri: 'kith://me/profile' } };
  await assert.rejects(client.request(subscribe, { parse: (value) => value }), {
    code: -32601,
  });
  await client.close();
});

test('v1 legacy: serves /mcp/ like /mcp', async () => {
  const client = await connect(new URL(`${base}/mcp/`));
  assert.ok((await client.listTools()).tools.length > 0);
  await client.close();
});

test('v1 legacy: turns a stranger away', async () => {
  await assert.rejects(connect(endpoint, {}), { code: 401 });
  const wrong = { headers: { Authorization: `Bearer kith_pat_${'A'.repeat(43)}` } };
  await assert.rejects(connect(endpoint, wrong), { code: 401 });
});

await main();
