// The second generation of the SDK uses the legacy era by default, and the modern one on
// request.
import assert from 'node:assert/strict';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

import { authorized, endpoint, main, test } from './harness.mjs';
import { testClient } from './shared.mjs';

const MODERN = '2026-07-28';

function connector(mode) {
  return async () => {
    const options = mode ? { versionNegotiation: { mode } } : {};
    const client = new Client({ name: 'kith-tests-v2', version: '1.0.0' }, options);
    await client.connect(new StreamableHTTPClientTransport(endpoint, { requestInit: authorized }));
    return client;
  };
}

testClient('v2 legacy', connector());
testClient('v2 auto', connector('auto'));
testClient('v2 modern', connector({ pin: MODERN }));

test('v2 auto: settles on the modern era', async () => {
  const client = await connector('auto')();
  assert.equal(client.getNegotiatedProtocolVersion(), MODERN);
  await client.close();
});

test('v2 legacy: settles on the latest legacy revision', async () => {
  const client = await connector()();
  assert.equal(client.getNegotiatedProtocolVersion(), '2025-11-25');
  await client.close();
});

await main();
