// OAuth clients run the complete flow: they discover the server, register, send a
// browser, get tokens, use them and refresh them. The browser is a script that grants
// every request.
//
// KITH_URL is the base URL of a running instance, KITH_COOKIE the session of a member.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as v2 from '@modelcontextprotocol/client';
import * as oauth4webapi from 'oauth4webapi';
import * as openid from 'openid-client';

const here = dirname(fileURLToPath(import.meta.url));
const base = process.env.KITH_URL.replace(/\/$/, '');
const cookie = process.env.KITH_COOKIE;
const endpoint = new URL(`${base}/mcp`);
const REDIRECT = 'http://127.0.0.1:33999/callback';
const TEST_TIMEOUT_MS = 40_000;

// The member's browser: opens the address, grants everything, and returns the redirect
// URL.
async function allow(address, { without = [] } = {}) {
  const headers = { Cookie: cookie, Accept: 'text/html', 'Sec-Fetch-Site': 'cross-site' };
  let answer = await fetch(address, { headers, redirect: 'manual' });
  assert.equal(answer.status, 303, await answer.text());
  let location = answer.headers.get('location');
  if (!location.startsWith(`${base}/oauth/consent`)) return location;
  const page = await (await fetch(location, { headers })).text();
  const action = /<form method="post" action="([^"]*\/consent[^"]*)"/.exec(page)[1];
  const form = new URLSearchParams();
  for (const [, name, value] of page.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g))
    form.append(name, value);
  for (const [, scope] of page.matchAll(/name="scopes" value="([^"]*)" checked>/g))
    if (!without.includes(scope)) form.append('scopes', scope);
  answer = await fetch(base + action, {
    method: 'POST',
    body: form,
    headers: { ...headers, 'Sec-Fetch-Site': 'same-origin' },
    redirect: 'manual',
  });
  location = answer.headers.get('location');
  assert.equal(answer.status, 303, await answer.text());
  return location;
}

// The provider interface that both generations of the SDK need.
class Provider {
  constructor(name, metadata = {}) {
    this.registrations = 0;
    this.clientMetadata = {
      client_name: name,
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...metadata,
    };
  }
  get redirectUrl() { return REDIRECT; }
  state() { return 'a state'; }
  clientInformation() { return this.client; }
  saveClientInformation(client) { this.client = client; this.registrations += 1; }
  tokens() { return this.held; }
  saveTokens(tokens) { this.held = tokens; }
  codeVerifier() { return this.verifier; }
  saveCodeVerifier(verifier) { this.verifier = verifier; }
  redirectToAuthorization(url) { this.asked = url; }
  invalidateCredentials(scope) { if (scope !== 'verifier') this.held = undefined; }
}

const tests = [];
const test = (sentence, run) => tests.push({ sentence, run });

// Connects as an SDK does: it is refused first, then uses the code from the browser.
async function connect(kind, provider, options) {
  const client = () =>
    kind === 'v1'
      ? new ClientV1({ name: 'kith-oauth-v1', version: '1.0.0' })
      : new v2.Client({ name: 'kith-oauth-v2', version: '1.0.0' }, options);
  const transport = () =>
    kind === 'v1'
      ? new TransportV1(endpoint, { authProvider: provider })
      : new v2.StreamableHTTPClientTransport(endpoint, { authProvider: provider });
  const first = transport();
  await assert.rejects(client().connect(first), /unauthorized|401/i);
  const back = new URL(await allow(provider.asked));
  assert.equal(back.searchParams.get('iss'), base);
  assert.equal(back.searchParams.get('state'), 'a state');
  await first.finishAuth(kind === 'v1' ? back.searchParams.get('code') : back.searchParams);
  const connected = client();
  await connected.connect(transport());
  return connected;
}

async function expectWorking(client) {
  const { tools } = await client.listTools();
  assert.ok(tools.some((tool) => tool.name === 'create_post'));
  const result = await client.callTool({ name: 'get_my_profile', arguments: {} });
  assert.match(result.structuredContent.id, /^usr_/);
}

for (const [name, kind, options] of [
  ['SDK v1', 'v1', {}],
  ['client v2, legacy', 'v2', {}],
  ['client v2, auto', 'v2', { versionNegotiation: { mode: 'auto' } }],
  ['client v2, pinned', 'v2', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
]) {
  test(`${name}: connects, works, and refreshes by itself when its token has expired`, async () => {
    const provider = new Provider(`Tests of ${name}`);
    const client = await connect(kind, provider, options);
    await expectWorking(client);
    assert.ok(provider.held.refresh_token, 'a refresh token without having asked');
    const refresh = provider.held.refresh_token;
    provider.held = { ...provider.held, access_token: `kith_at_${'A'.repeat(43)}` };
    await expectWorking(client);
    assert.notEqual(provider.held.refresh_token, refresh);
    assert.equal(provider.registrations, 1);
    await client.close();
  });
}

test('SDK v1: begins again when its client is not known any more', async () => {
  const provider = new Provider('Forgotten');
  provider.client = { client_id: 'cli_00000000000000000000000000', redirect_uris: [REDIRECT] };
  provider.held = { access_token: 'x', token_type: 'Bearer', refresh_token: 'kith_rt_x' };
  provider.invalidateCredentials = (what) => {
    if (what === 'all' || what === 'client') provider.client = undefined;
    provider.held = undefined;
  };
  const transport = new TransportV1(endpoint, { authProvider: provider });
  await assert.rejects(new ClientV1({ name: 'x', version: '1' }).connect(transport));
  assert.equal(provider.registrations, 1);
  assert.match(await allow(provider.asked), /\?code=/);
});

test('SDK v1: asks for more when a tool needs it', async () => {
  const provider = new Provider('Step up', { grant_types: ['authorization_code'] });
  const transport = new TransportV1(endpoint, { authProvider: provider });
  await assert.rejects(new ClientV1({ name: 'x', version: '1' }).connect(transport));
  const without = ['network:write', 'offline_access'];
  const back = new URL(await allow(provider.asked, { without }));
  await transport.finishAuth(back.searchParams.get('code'));
  assert.equal(provider.held.scope, 'openid network:read');
  const again = new TransportV1(endpoint, { authProvider: provider });
  const client = new ClientV1({ name: 'x', version: '1' });
  await client.connect(again);
  const ask = { kind: 'idea', title: 'A loom', body: 'Who?', publishTo: { public: true } };
  await assert.rejects(client.callTool({ name: 'create_post', arguments: ask }));
  assert.match(provider.asked.searchParams.get('scope'), /network:write/);
  const more = new URL(await allow(provider.asked));
  await again.finishAuth(more.searchParams.get('code'));
  const made = await client.callTool({ name: 'create_post', arguments: ask });
  assert.match(made.structuredContent.id, /^post_/);
  await client.close();
});

// By itself, mcp-remote derives a port from the address of the server; it can be one that
// fetch() refuses.
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

test('mcp-remote: connects an assistant that knows nothing of OAuth', async () => {
  const home = mkdtempSync(join(tmpdir(), 'kith-mcp-remote-'));
  const program = join(here, 'node_modules/mcp-remote/dist/proxy.js');
  const words = [program, endpoint.href, String(await freePort()), '--allow-http'];
  const child = spawn(process.execPath, words, {
    env: { ...process.env, HOME: home, MCP_REMOTE_CONFIG_DIR: home, BROWSER: 'true', PATH: '/nowhere' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  let answers = '';
  let opened = false;
  child.stdout.on('data', (data) => { answers += data; });
  child.stderr.on('data', async (data) => {
    said += data;
    const address = /(http\S+\/oauth\/authorize\?\S+)/.exec(said);
    if (address === null || opened || !/\s/.test(said.slice(address.index + address[0].length))) return;
    opened = true;
    await fetch(await allow(address[1]));
  });
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const until = async (text) => {
    const end = Date.now() + 30_000;
    while (!answers.includes(text)) {
      assert.ok(Date.now() < end && child.exitCode === null, `${said}\n${answers}`);
      await new Promise((resolve) => { setTimeout(resolve, 50); });
    }
  };
  try {
    send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {},
      clientInfo: { name: 'x', version: '1' } } });
    await until('"serverInfo"');
    send({ method: 'notifications/initialized' });
    send({ id: 2, method: 'tools/call', params: { name: 'get_my_profile', arguments: {} } });
    await until('usr_');
  } finally {
    child.kill();
    rmSync(home, { recursive: true, force: true });
  }
});

test('oauth4webapi: goes strictly by the book', async () => {
  const insecure = { [oauth4webapi.allowInsecureRequests]: true };
  const server = await oauth4webapi.processDiscoveryResponse(new URL(base),
    await oauth4webapi.discoveryRequest(new URL(base), { algorithm: 'oidc', ...insecure }));
  const client = await oauth4webapi.processDynamicClientRegistrationResponse(
    await oauth4webapi.dynamicClientRegistrationRequest(server, {
      client_name: 'By the book', redirect_uris: ['https://app.example/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'client_secret_basic' }, insecure));
  const authentication = oauth4webapi.ClientSecretBasic(client.client_secret);
  const verifier = oauth4webapi.generateRandomCodeVerifier();
  const nonce = oauth4webapi.generateRandomNonce();
  const state = oauth4webapi.generateRandomState();
  const asked = new URL(server.authorization_endpoint);
  asked.search = new URLSearchParams({ client_id: client.client_id, response_type: 'code', nonce,
    state, redirect_uri: 'https://app.example/callback', scope: 'openid profile offline_access',
    code_challenge: await oauth4webapi.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256' });
  const back = new URL(await allow(asked));
  const parameters = oauth4webapi.validateAuthResponse(server, client, back, state);
  const response = await oauth4webapi.authorizationCodeGrantRequest(server, client, authentication,
    parameters, 'https://app.example/callback', verifier, insecure);
  const tokens = await oauth4webapi.processAuthorizationCodeResponse(server, client,
    response, { expectedNonce: nonce, requireIdToken: true });
  await oauth4webapi.validateApplicationLevelSignature(server, response, insecure);
  const claims = oauth4webapi.getValidatedIdTokenClaims(tokens);
  const who = await oauth4webapi.processUserInfoResponse(server, client, claims.sub,
    await oauth4webapi.userInfoRequest(server, client, tokens.access_token, insecure));
  assert.equal(who.name, claims.name);
  const refreshed = await oauth4webapi.processRefreshTokenResponse(server, client,
    await oauth4webapi.refreshTokenGrantRequest(server, client, authentication,
      tokens.refresh_token, insecure));
  await oauth4webapi.processRevocationResponse(await oauth4webapi.revocationRequest(server, client,
    authentication, refreshed.refresh_token, insecure));
  await assert.rejects(oauth4webapi.processRefreshTokenResponse(server, client,
    await oauth4webapi.refreshTokenGrantRequest(server, client, authentication,
      refreshed.refresh_token, insecure)), { error: 'invalid_grant' });
});

test('openid-client: signs a member in', async () => {
  const config = await openid.dynamicClientRegistration(new URL(base), {
    client_name: 'OpenID', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'] }, openid.None(),
  { execute: [openid.allowInsecureRequests] });
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const expectedNonce = openid.randomNonce();
  const asked = openid.buildAuthorizationUrl(config, { redirect_uri: REDIRECT, nonce: expectedNonce,
    scope: 'openid profile', code_challenge_method: 'S256', resource: `${base}/v1`,
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier) });
  const back = new URL(await allow(asked));
  const tokens = await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedNonce });
  const { sub } = tokens.claims();
  const who = await openid.fetchUserInfo(config, tokens.access_token, sub);
  assert.equal(who.sub, sub);
  const me = await fetch(`${base}/v1/me`, { headers: { Authorization: `Bearer ${tokens.access_token}` } });
  assert.equal(me.status, 200);
  const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token);
  assert.ok(refreshed.refresh_token);
  await openid.tokenRevocation(config, refreshed.refresh_token);
  await assert.rejects(openid.refreshTokenGrant(config, refreshed.refresh_token));
});

let failed = 0;
for (const { sentence, run } of tests) {
  if (process.argv[2] && !sentence.includes(process.argv[2])) continue;
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('took too long')), TEST_TIMEOUT_MS);
  });
  try {
    await Promise.race([run(), late]);
    console.log(`ok   ${sentence}`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL ${sentence}\n     ${error.stack ?? error}\n     ${error.cause ?? ''}`);
  } finally {
    clearTimeout(timer);
  }
}
console.log(`${tests.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
