// What people do on the pages, in a browser without scripts: sign up, follow the mail, be approved,
// sign in with a second factor, make a token, accept an invitation, send a failed mail again. Then
// axe looks at every page, light and dark, wide and narrow, with the page's scripts.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const base = process.env.KITH_URL;
const mails = process.env.KITH_MAILS;
const shots = process.env.KITH_SHOTS; // a folder for pictures of the pages, or nothing
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PASSWORD = "a phrase that is long enough";
const HOSTILE = `<img src=x onerror=alert(1)>"'`;
let passed = 0;

async function step(name, action) {
  try {
    await action();
    passed++;
  } catch (error) {
    console.log(`FAILED ${name}\n${error.stack}`);
    await browser.close();
    console.log(`${passed} passed, 1 failed`);
    process.exit(1);
  }
}

// The link to a path in the latest mail to an address.
async function mailed(address, path) {
  for (let tries = 0; tries < 100; tries++) {
    for (const name of readdirSync(mails).sort().reverse()) {
      if (!name.endsWith(".eml")) continue;
      const text = readFileSync(`${mails}/${name}`, "utf8").replace(/=\r?\n/g, "").replace(/=3D/g, "=");
      const link = text.match(new RegExp(`${base}${path}[?/=\\w-]+`));
      if (text.includes(`<${address}>`) && link) return link[0];
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`no mail to ${address}`);
}

// The code of an authenticator app now (RFC 6238).
function totp(secret, later = 0) {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret.replace(/[ =]/g, "")]
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30000) + later));
  const mac = createHmac("sha1", key).update(step).digest();
  const at = mac[19] & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1000000).padStart(6, "0");
}

const browser = await chromium.launch({
  executablePath: process.env.KITH_CHROMIUM,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

async function visitor(options = {}) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 }, javaScriptEnabled: false, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(10000);
  page.on("dialog", () => { console.log("FAILED a page ran what a member wrote"); process.exit(1); });
  return page;
}

const says = (page, text) => page.getByText(text).first().waitFor();

async function signIn(page, address, password = PASSWORD) {
  await page.goto(`${base}/sign-in`);
  await page.fill("[name=email]", address);
  await page.fill("[name=password]", password);
  await page.click("main button");
}

const guest = await visitor();
const admin = await visitor({ viewport: { width: 1280, height: 900 } });
let secret;

await step("the first administrator chooses a password", async () => {
  await admin.goto(process.env.KITH_ADMIN_LINK);
  await admin.fill("[name=password]", PASSWORD);
  await admin.click("main button");
  await says(admin, "Your password is set.");
  await signIn(admin, "root@example.org");
  await says(admin, "Hello, Root");
});

await step("a form says what was wrong and keeps what was typed", async () => {
  await guest.goto(`${base}/sign-up`);
  await guest.fill("[name=name]", HOSTILE);
  await guest.fill("[name=email]", "guest@example.org");
  await guest.fill("[name=password]", "password1234");
  await guest.fill("[name=application]", HOSTILE);
  await guest.click("main button");
  await guest.locator(".fault").first().waitFor();
  assert.equal(await guest.inputValue("[name=name]"), HOSTILE);
  assert.equal(await guest.inputValue("[name=password]"), "");
  const fault = await guest.getAttribute("[name=password]", "aria-describedby");
  assert.match(fault, /-fault/);
});

await step("a stranger signs up and follows the mail", async () => {
  await guest.fill("[name=password]", PASSWORD);
  await guest.click("main button");
  await says(guest, "Check your mail");
  await guest.goto(await mailed("guest@example.org", "/verify-email"));
  await guest.click("main button");
  await says(guest, "Your e-mail address is confirmed.");
  await guest.fill("[name=email]", "guest@example.org");
  await guest.fill("[name=password]", PASSWORD);
  await guest.click("main button");
  await says(guest, "Your account waits for approval.");
});

await step("an administrator approves the member", async () => {
  await admin.goto(`${base}/admin`);
  const row = admin.locator(".rows li", { hasText: "guest@example.org" });
  assert.equal(await row.locator("strong").first().textContent(), HOSTILE);
  await row.getByRole("button", { name: "Approve" }).click();
  await says(admin, "The member is approved");
  await guest.waitForTimeout(1100);
  await guest.goto(base);
  await says(guest, "Connect your assistant");
});

await step("a member sets up the second factor", async () => {
  await guest.goto(`${base}/settings/two-factor`);
  await guest.fill("main [name=password]", PASSWORD);
  await guest.click("main .card button");
  await guest.locator("svg.qr").waitFor();
  secret = (await guest.textContent("code.copy")).trim();
  await guest.fill("[name=code]", "000000");
  await guest.click("main .card button");
  await says(guest, "Begin again");
  await guest.fill("[name=code]", totp(secret));
  await guest.click("main .card button");
  await says(guest, "Keep these recovery codes");
  assert.equal((await guest.textContent("pre.copy")).trim().split("\n").length, 10);
});

await step("a member signs out, and in again by keyboard alone with a code", async () => {
  await guest.getByRole("button", { name: "Sign out" }).click();
  await says(guest, "You are signed out.");
  await guest.goto(`${base}/settings/tokens`);
  await guest.locator("h1", { hasText: "Sign in" }).waitFor();
  await guest.focus("[name=email]");
  await guest.keyboard.type("guest@example.org");
  await guest.keyboard.press("Tab");
  await guest.keyboard.type(PASSWORD);
  await guest.keyboard.press("Enter");
  await guest.locator("[name=totp]").waitFor();
  assert.ok(!(await guest.content()).includes(PASSWORD), "no page holds a password");
  await guest.focus("[name=totp]");
  await guest.keyboard.type("111111");
  await guest.keyboard.press("Enter");
  await says(guest, "is wrong");
  await guest.focus("[name=totp]");
  // The code that confirmed is spent; a clock may be ahead by a step.
  await guest.keyboard.type(totp(secret, 1));
  await guest.keyboard.press("Enter");
  await guest.waitForURL(`${base}/settings/tokens`);
});

await step("a member makes a token, uses it, and deletes it", async () => {
  await guest.fill("main [name=name]", HOSTILE);
  await guest.check("[value='network:read']");
  await guest.getByRole("button", { name: "Create the token" }).click();
  await says(guest, "Copy the token now.");
  const token = (await guest.textContent(".notice code.copy")).trim();
  const me = () => fetch(`${base}/v1/me`, { headers: { Authorization: `Bearer ${token}` } });
  assert.equal((await me()).status, 200);
  await guest.getByRole("button", { name: "Delete" }).click();
  await says(guest, "The token is deleted.");
  assert.equal((await me()).status, 401);
});

await step("a member changes its name", async () => {
  await guest.goto(`${base}/settings`);
  await guest.fill("main [name=name]", "Guest");
  await guest.getByRole("button", { name: "Save the name" }).click();
  await says(guest, "Your name is changed.");
});

await step("an invitation is accepted from its link", async () => {
  await guest.goto(await mailed("guest@example.org", "/invitations"));
  await says(guest, "invites you to join");
  await guest.getByRole("button", { name: "Accept" }).click();
  await says(guest, "You have joined the organization.");
});

await step("an administrator approves an application, and declines one with a reason", async () => {
  await admin.goto(`${base}/admin`);
  const first = admin.locator(".rows li", { hasText: "first-applied" });
  await first.getByRole("button", { name: "Approve" }).click();
  await says(admin, "The application is approved.");
  const second = admin.locator(".rows li", { hasText: "second-applied" });
  await second.locator("summary").click();
  await second.locator("textarea").fill("Not yet.");
  await second.getByRole("button", { name: "Decline" }).click();
  await says(admin, "The application is declined");
});

await step("an administrator suspends and reinstates a member", async () => {
  await admin.goto(`${base}/admin/members?q=applicant`);
  await admin.locator("summary").first().click();
  await admin.locator("textarea").first().fill("For a test.");
  await admin.getByRole("button", { name: "Suspend" }).click();
  await says(admin, "The member is suspended.");
  await admin.goto(`${base}/admin/members?q=applicant`);
  await admin.locator("summary").first().click();
  await admin.locator("textarea").first().fill("It was a test.");
  await admin.getByRole("button", { name: "Reinstate" }).click();
  await says(admin, "The member is active again.");
});

await step("an invite code leads to the form that holds it", async () => {
  await admin.goto(`${base}/admin/invites`);
  await admin.fill("[name=note]", HOSTILE);
  await admin.getByRole("button", { name: "Create the code" }).click();
  const link = (await admin.textContent("code.copy")).trim();
  const stranger = await visitor();
  await stranger.goto(link);
  assert.equal(await stranger.inputValue("[name=inviteCode]"), link.split("=")[1]);
  await stranger.context().close();
});

await step("a failed mail is sent again", async () => {
  await admin.goto(`${base}/admin/outbox`);
  await says(admin, "The server was not there");
  await admin.getByRole("button", { name: "Try again" }).first().click();
  await says(admin, "The message is being sent again.");
});

await step("nobody is led to another site", async () => {
  for (const next of ["//evil.example", "/\\evil.example", "https://evil.example"]) {
    const stranger = await visitor();
    await stranger.goto(`${base}/sign-in?next=${encodeURIComponent(next)}`);
    await stranger.fill("[name=email]", "applicant@example.org");
    await stranger.fill("[name=password]", PASSWORD);
    await stranger.click("main button");
    await stranger.waitForURL(`${base}/`);
    await stranger.context().close();
  }
});

// ---- every page, as axe sees it ----

const STRANGERS = ["/", "/sign-in", "/sign-up", "/check-mail", "/forgot-password",
  "/verify-email?token=x", "/reset-password?token=x", "/nothing-here"];
const DOCS = ["/docs/tools", "/docs/limits", "/docs/start/rest", "/docs/start/assistant",
  "/docs/start/operator", "/docs/start/admin"];
const MEMBERS = [...DOCS, "/", "/settings", "/settings/password", "/settings/two-factor", "/settings/sessions",
  "/settings/tokens", "/settings/apps", "/settings/data", "/sign-out", "/admin", "/admin/members",
  "/admin/invites", "/admin/reports", "/admin/audit", "/admin/outbox"];

async function look(page, path, mode) {
  await page.goto(base + path);
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run(document));
  const serious = found.violations.filter((one) => ["serious", "critical"].includes(one.impact))
    .map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 160)}`);
  const size = await page.evaluate(() => [document.scrollingElement.scrollWidth, innerWidth]);
  if (size[0] > size[1]) serious.push(`is ${size[0]} px wide`);
  if (shots) await page.screenshot({ path: `${shots}/${mode}${path.replace(/\W+/g, "_")}.png`, fullPage: true });
  assert.deepEqual(serious, [], `${path} ${mode}`);
}

for (const [colorScheme, width] of [["light", 1280], ["dark", 360]]) {
  await step(`every page is for everybody, ${colorScheme}, ${width} px`, async () => {
    const page = await visitor({ viewport: { width, height: 800 }, colorScheme,
      javaScriptEnabled: true, bypassCSP: true });
    for (const path of STRANGERS) await look(page, path, `${colorScheme}${width}out`);
    await signIn(page, "root@example.org");
    await says(page, "Hello, Root");
    for (const path of MEMBERS) await look(page, path, `${colorScheme}${width}`);
    await page.context().close();
  });
}

await browser.close();
console.log(`${passed} passed, 0 failed`);
