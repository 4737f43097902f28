// An app's authorization in a browser: a stranger signs up, confirms the address, and
// returns to the consent page. The stranger allows an app on another port and one with a
// private scheme, and denies. Then axe checks the page in every state, light and dark,
// wide and narrow.
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { PASSWORD, base, leave, mailed, says, step as take, visitor as visit } from "./visit.mjs";

const shots = process.env.KITH_SHOTS; // a folder for screenshots, or unset
const known = process.env.KITH_CLIENT; // a client that the operator vouches for
const described = process.env.KITH_DESCRIBED; // the URL of a client metadata document
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PRIVATE = "org.example.weaver:/callback";

const visitor = (options) => visit({ javaScriptEnabled: false, ...options }, 40000);
const step = (name, action) => take(name, action, async () =>
  console.log(guest.url(), await guest.locator("main").textContent()));

async function signIn(page, address) {
  await page.fill("[name=email]", address);
  await page.fill("[name=password]", PASSWORD);
  await page.click("main button");
}

// ---- apps ----

async function register(name, uris) {
  const answer = await fetch(`${base}/oauth/register`, { method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ client_name: name, redirect_uris: uris,
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"] }) });
  assert.equal(answer.status, 201);
  return (await answer.json()).client_id;
}

const verifier = randomBytes(48).toString("base64url");

function request(client, uri, more = {}) {
  const asked = new URLSearchParams({ response_type: "code", client_id: client,
    redirect_uri: uri, state: "a state", code_challenge_method: "S256",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"), ...more });
  return `${base}/oauth/authorize?${asked}`;
}

async function redeem(client, uri, code) {
  const answer = await fetch(`${base}/oauth/token`, { method: "POST", body: new URLSearchParams({
    grant_type: "authorization_code", client_id: client, redirect_uri: uri, code,
    code_verifier: verifier }) });
  return [answer.status, await answer.json()];
}

// The app's own server, on a port that it did not register.
const heard = [];
const app = createServer((asked, answer) => {
  heard.push(asked.url);
  answer.end("<!doctype html><title>Back</title><h1>You can close this page.</h1>");
});
await new Promise((done) => app.listen(0, "127.0.0.1", done));
const loopback = `http://127.0.0.1:${app.address().port}/callback`;
const client = await register("Loom for weavers", ["http://127.0.0.1/callback"]);
const installed = await register("Weaver", [PRIVATE]);
const guest = await visitor();

await step("a stranger whom an app sent signs up, and comes back to the question", async () => {
  await guest.goto(request(client, loopback));
  await guest.locator("h1", { hasText: "Sign in" }).waitFor();
  await guest.getByRole("link", { name: /Sign up|account/ }).first().click();
  await guest.fill("[name=name]", "Grace");
  await guest.fill("[name=email]", "grace@example.org");
  await guest.fill("[name=password]", PASSWORD);
  await guest.click("main button");
  await says(guest, "Check your mail");
  await says(guest, "to return to the app");
  // The mail's link opens by itself, in a tab of its own.
  await guest.goto("about:blank");
  await guest.goto(await mailed("grace@example.org", "/verify-email"));
  await guest.click("main button");
  await says(guest, "Your e-mail address is confirmed.");
  await signIn(guest, "grace@example.org");
  await guest.locator("h1", { hasText: "Connect an app" }).waitFor();
});

await step("a member allows an app on another port by keyboard alone", async () => {
  assert.ok(await guest.locator("[value=openid]").isDisabled());
  assert.equal(await guest.locator("[value=admin]").count(), 0);
  await says(guest, "127.0.0.1");
  await guest.uncheck("[value='network:write']");
  await guest.getByRole("button", { name: "Allow" }).focus();
  await guest.keyboard.press("Enter");
  await says(guest, "You can close this page.");
  const back = new URL(guest.url());
  assert.equal(back.searchParams.get("state"), "a state");
  assert.equal(back.searchParams.get("iss"), base);
  const [status, tokens] = await redeem(client, loopback, back.searchParams.get("code"));
  assert.equal(status, 200);
  assert.ok(!tokens.scope.includes("network:write") && tokens.scope.includes("network:read"));
});

await step("a member denies, and the app is told", async () => {
  await guest.goto(request(client, loopback, { prompt: "consent" }));
  await guest.getByRole("button", { name: "Deny" }).click();
  await says(guest, "You can close this page.");
  const back = new URL(guest.url());
  assert.equal(back.searchParams.get("error"), "access_denied");
  assert.equal(back.searchParams.get("code"), null);
  assert.equal(heard.filter((url) => url.startsWith("/callback")).length, 2);
});

await step("a member allows an installed program, which the browser opens", async () => {
  await guest.goto(request(installed, PRIVATE));
  await says(guest, "org.example.weaver:");
  const answered = guest.waitForResponse((one) => one.request().method() === "POST");
  await guest.getByRole("button", { name: "Allow" }).click({ noWaitAfter: true });
  const location = (await (await answered).allHeaders()).location;
  assert.ok(location.startsWith(`${PRIVATE}?code=`), location);
  const [status] = await redeem(installed, PRIVATE, new URL(location).searchParams.get("code"));
  assert.equal(status, 200);
});

// ---- the page in every state ----

async function look(page, name, mode, go) {
  await go();
  await page.evaluate(axe);
  const { violations } = await page.evaluate(
    () => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const faults = violations.map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 160)}`);
  const size = await page.evaluate(() => [document.scrollingElement.scrollWidth, innerWidth]);
  if (size[0] > size[1]) faults.push(`is ${size[0]} px wide`);
  if (shots) await page.screenshot({ path: `${shots}/${mode}-${name}.png`, fullPage: true });
  assert.deepEqual(faults, [], `${name} ${mode}`);
}

const long = await register(`A name that is ${"very ".repeat(30)}long`,
  [`https://${"a".repeat(60)}.${"b".repeat(60)}.example/callback`]);
const web = await register("Assistant of the web", ["https://assistant.example/callback"]);

for (const [colorScheme, width] of [["light", 1280], ["dark", 360], ["dark", 1280], ["light", 360]]) {
  await step(`each state is for everybody, ${colorScheme}, ${width} px`, async () => {
    const mode = `${colorScheme}${width}`;
    const page = await visitor({ viewport: { width, height: 800 }, colorScheme,
      javaScriptEnabled: true, bypassCSP: true });
    const ask = (name, id, uri, more) => look(page, name, mode, async () => {
      await page.goto(request(id, uri, { prompt: "consent", ...more }));
      await page.locator("h1", { hasText: "Connect an app" }).waitFor();
    });
    await look(page, "sign-in", mode, () => page.goto(request(client, loopback)));
    await look(page, "sign-in-wrong", mode, async () => {
      await page.fill("[name=email]", "nobody@example.org");
      await page.fill("[name=password]", "a wrong password");
      await page.click("main button");
      await page.locator(".fault, [role=alert]").first().waitFor();
    });
    await look(page, "sign-up", mode, () => page.goto(`${base}/sign-up`));
    await page.goto(`${base}/sign-in`);
    await signIn(page, "boss@example.org");
    await says(page, "Welcome, Boss");
    await ask("loopback-admin", client, loopback, { scope: "network:read admin" });
    await ask("private", installed, PRIVATE);
    await ask("unverified", web, "https://assistant.example/callback");
    await ask("long", long, `https://${"a".repeat(60)}.${"b".repeat(60)}.example/callback`);
    await ask("verified-rest", known, "https://ours.example/callback",
      { resource: `${base}/v1` });
    await ask("described", described, "https://described.example/callback");
    await look(page, "bad-redirect", mode, () =>
      page.goto(request(client, "https://evil.example/")));
    await look(page, "unchecked-app", mode, async () => {
      await page.goto(request(web, "https://assistant.example/callback",
        { response_type: "token" }));
      await says(page, "Continue to assistant.example only if");
    });
    await look(page, "unknown-app", mode, () =>
      page.goto(request("cli_00000000000000000000000000", loopback)));
    await look(page, "expired", mode, () =>
      page.goto(`${base}/oauth/consent?transaction=kith_tx_gone`));
    await look(page, "no-request", mode, () => page.goto(`${base}/oauth/consent`));
    await page.context().close();
  });
}

app.close();
await leave();
