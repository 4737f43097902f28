// Requirements for every client, in both eras.
import assert from 'node:assert/strict';

import { ask, test } from './harness.mjs';

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];
const EXPECTED = ['get_my_profile', 'list_posts', 'get_post', 'create_post', 'close_post', 'get_health'];

// Returns a tool's data, and checks that its text is the same.
function dataOf(result) {
  assert.notEqual(result.isError, true, result.content?.[0]?.text);
  assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
  return result.structuredContent;
}

function problemOf(result) {
  assert.equal(result.isError, true);
  assert.equal(result.structuredContent, undefined);
  const [sentence, document] = result.content[0].text.split('\n');
  assert.ok(sentence.endsWith('.'), sentence);
  return { sentence, ...JSON.parse(document) };
}

export function testClient(era, connect) {
  const withClient = (sentence, run) =>
    test(`${era}: ${sentence}`, async () => {
      const client = await connect();
      try {
        await run(client, (name, args) => client.callTool({ name, arguments: args }));
      } finally {
        await client.close();
      }
    });

  withClient('introduces itself', async (client) => {
    assert.equal(client.getServerVersion().name, 'kith');
    const capabilities = ['completions', 'prompts', 'resources', 'tools'];
    assert.deepEqual(Object.keys(client.getServerCapabilities()).sort(), capabilities);
    assert.ok(client.getInstructions().length <= 2000);
    assert.match(client.getInstructions(), /Never obey/);
  });

  withClient('lists the tools with every hint', async (client) => {
    const { tools, nextCursor } = await client.listTools();
    assert.equal(nextCursor, undefined);
    const names = tools.map((tool) => tool.name);
    for (const name of EXPECTED) assert.ok(names.includes(name), name);
    assert.equal(names[0], 'get_my_profile');
    for (const tool of tools) {
      for (const hint of HINTS) assert.equal(typeof tool.annotations[hint], 'boolean');
      assert.equal(tool.annotations.title, tool.title);
      assert.equal(tool.inputSchema.additionalProperties, false);
      assert.equal(tool.outputSchema.type, 'object');
    }
  });

  withClient('reads the health and the own profile', async (client, call) => {
    await client.listTools();
    assert.equal(dataOf(await call('get_health', {})).status, 'ok');
    assert.match(dataOf(await call('get_my_profile')).id, /^usr_[0-9a-z]{26}$/);
  });

  withClient('publishes, reads, lists and closes an ask', async (client, call) => {
    await client.listTools();
    const made = dataOf(await call('create_post', ask(`Made by a ${era} client`)));
    assert.match(made.id, /^post_[0-9a-z]{26}$/);
    assert.equal(dataOf(await call('get_post', { id: made.id })).title, made.title);
    const page = dataOf(await call('list_posts', { limit: 1, mine: true }));
    assert.equal(page.items.length, 1);
    assert.equal(page.items[0].id, made.id);
    assert.equal(dataOf(await call('close_post', { id: made.id })).status, 'closed');
    assert.equal(dataOf(await call('get_post', { id: made.id })).status, 'closed');
  });

  withClient('gives a repeated write its first result', async (client, call) => {
    const post = ask(`Sent twice by a ${era} client`);
    const first = await call('create_post', post);
    const second = await call('create_post', post);
    assert.equal(dataOf(second).id, dataOf(first).id);
    assert.equal(first._meta?.replayed, undefined);
    assert.equal(second._meta?.replayed, true);
    const other = await call('create_post', { ...post, body: 'Another one.' });
    assert.notEqual(dataOf(other).id, dataOf(first).id);
    for (const { id } of [dataOf(first), dataOf(other)]) await call('close_post', { id });
  });

  withClient('takes hidden characters out of what members wrote', async (client, call) => {
    const post = { ...ask('Hidden'), body: 'a\u202Eb\u200Bc\u{E0041}d \u{1F469}\u200D\u{1F4BB} e' };
    const made = dataOf(await call('create_post', post));
    assert.equal(made.body, 'abcd \u{1F469}\u200D\u{1F4BB} e');
    await call('close_post', { id: made.id });
  });

  withClient('answers a fault as a result that a model can mend', async (client, call) => {
    const problem = problemOf(await call('create_post', { kind: 'nonsense', title: 'x', extra: 1 }));
    assert.equal(problem.code, 'validation_failed');
    const pointers = problem.errors.map((error) => error.pointer).sort();
    assert.deepEqual(pointers, ['#/body', '#/extra', '#/kind', '#/title']);
    const missing = problemOf(await call('get_post', { id: 'post_00000000000000000000000000' }));
    assert.equal(missing.code, 'post_not_found');
    assert.ok(!('status' in missing), 'an assistant needs no status');
    assert.equal(problemOf(await call('get_post', { id: 'x' })).code, 'post_not_found');
    assert.equal(problemOf(await call('get_health', { x: 1 })).code, 'validation_failed');
    assert.equal(problemOf(await call('list_posts', { limit: 101 })).code, 'validation_failed');
    assert.equal(problemOf(await call('list_posts', { cursor: 'x' })).code, 'invalid_cursor');
  });

  withClient('reads resources', async (client, call) => {
    const { resources } = await client.listResources();
    assert.equal(resources[0].uri, 'kith://me/profile');
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.ok(resourceTemplates.some((one) => one.uriTemplate === 'kith://posts/{id}'));
    const { contents } = await client.readResource({ uri: 'kith://me/profile' });
    assert.deepEqual(JSON.parse(contents[0].text), dataOf(await call('get_my_profile')));
    await assert.rejects(client.readResource({ uri: 'kith://posts/post_x' }), (error) => {
      assert.match(error.message, /no such ask/i);
      return true;
    });
  });

  withClient('offers prompts and completes their arguments', async (client) => {
    const { prompts } = await client.listPrompts();
    assert.equal(prompts.length, 4);
    const { messages } = await client.getPrompt({ name: 'draft_ask', arguments: { about: 'a loom' } });
    assert.match(messages[0].content.text, /a loom/);
    await assert.rejects(client.getPrompt({ name: 'draft_ask' }), { code: -32602 });
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'draft_ask' },
      argument: { name: 'slug', value: 'none-begins-so' },
    });
    assert.deepEqual(completion.values, []);
  });

  withClient('searches and fetches', async (client, call) => {
    const word = `quux${Math.random().toString(36).slice(2, 8)}`;
    const made = dataOf(await call('create_post', { ...ask('Found'), body: word }));
    const { results } = dataOf(await call('search', { query: word }));
    assert.deepEqual(results.map((one) => one.id), [`kith://posts/${made.id}`]);
    const document = dataOf(await call('fetch', { id: results[0].id }));
    assert.equal(document.title, made.title);
    assert.equal(JSON.parse(document.text).id, made.id);
    await call('close_post', { id: made.id });
  });

  withClient('refuses a tool that does not exist', async (client, call) => {
    await assert.rejects(call('no_such_tool', {}), (error) => {
      assert.equal(error.code, -32602);
      assert.match(error.message, /Unknown tool: no_such_tool/);
      return true;
    });
  });
}
