// A modern client that can open a page: the approval of a call is such a page.
import assert from 'node:assert/strict';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

import { ask, authorized, base, endpoint, main, test } from './harness.mjs';

async function connect(elicitation) {
  const client = new Client({ name: 'kith-tests-v2', version: '1.0.0' }, {
    capabilities: { elicitation }, versionNegotiation: { mode: { pin: '2026-07-28' } },
  });
  await client.connect(new StreamableHTTPClientTransport(endpoint, { requestInit: authorized }));
  return client;
}

test('opens the page where the member approves, and approves nothing', async () => {
  for (const action of ['accept', 'decline', 'cancel']) {
    const client = await connect({ url: {} });
    const asked = [];
    client.setRequestHandler('elicitation/create', (request) => {
      asked.push(request.params);
      return { action };
    });
    const named = { name: 'create_post', arguments: ask(`May ${action}`) };
    const { structuredContent: approval } = await client.callTool(named);
    assert.equal(asked.length, 1);
    assert.equal(asked[0].mode, 'url');
    assert.equal(asked[0].url, `${base}/approvals/${approval.id}`);
    assert.match(asked[0].message, /Approve or decline on this page: .*May/);
    assert.equal(approval.status, 'awaiting_approval');
    await client.close();
  }
});

test('asks no client that only has forms', async () => {
  const client = await connect({ form: {} });
  client.setRequestHandler('elicitation/create', () => assert.fail('was asked'));
  const result = await client.callTool({ name: 'create_post', arguments: ask('Forms') });
  assert.equal(result.structuredContent.status, 'awaiting_approval');
  await client.close();
});

await main();
