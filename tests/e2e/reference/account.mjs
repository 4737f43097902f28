// People's tasks on the pages, on a telephone: sign-up, confirmation, approval, sign-in
// with a second factor, tokens, mail preferences, an invitation, an application, and
// resending a failed mail. KITH_SCRIPTS=on enables scripts, KITH_KEYBOARD=on disables the
// pointer. KITH_TAG is part of every name, so that the tasks can run again on the same
// instance.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { PASSWORD, base, leave, mailed, says, step, visitor as visit } from "./visit.mjs";

const scripts = process.env.KITH_SCRIPTS === "on";
const keyboard = process.env.KITH_KEYBOARD === "on";
const tag = process.env.KITH_TAG;
const GUEST = `guest-${tag}@example.org`;
const HOSTILE = `<img src=x onerror=alert(1)>"'`;

// The current code of an authenticator app (RFC 6238).
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

async function visitor() {
  const page = await visit({ javaScriptEnabled: scripts,
    permissions: ["clipboard-read", "clipboard-write"] }, 10000);
  page.on("dialog", () => { console.log("FAILED a page ran what a member wrote"); process.exit(1); });
  return page;
}

// Focuses a control, with the Tab key where there is no pointer.
async function reach(page, target) {
  const found = (typeof target === "string" ? page.locator(target) : target).first();
  await found.waitFor();
  for (let i = 0; keyboard && !await found.evaluate((node) => node === document.activeElement); i++) {
    assert.ok(i < 200, `no key leads to ${target}`);
    await page.keyboard.press("Tab");
  }
  return found;
}

async function act(page, target) {
  const found = await reach(page, target);
  if (keyboard) await page.keyboard.press("Enter");
  else await found.click();
}

async function enter(page, target, value) {
  const found = await reach(page, target);
  if (!keyboard) return found.fill(value);
  await page.keyboard.press("Control+A");
  await page.keyboard.type(value);
}

async function tick(page, target) {
  const found = await reach(page, target);
  if (keyboard) await page.keyboard.press("Space");
  else await found.click();
}

async function signIn(page, address, password = PASSWORD) {
  await page.goto(`${base}/sign-in`);
  await enter(page, "[name=email]", address);
  await enter(page, "[name=password]", password);
  await act(page, "main button");
}

const guest = await visitor();
const admin = await visitor();
let secret;

await step("the first administrator chooses a password", async () => {
  await admin.goto(process.env.KITH_ADMIN_LINK);
  await enter(admin, "[name=password]", PASSWORD);
  await act(admin, "main button");
  await says(admin, "Your password is set.");
  await signIn(admin, `root-${tag}@example.org`);
  await says(admin, "Welcome, Root");
});

await step("a form says what was wrong and keeps what was typed", async () => {
  await guest.goto(`${base}/sign-up`);
  await enter(guest, "[name=name]", HOSTILE);
  await enter(guest, "[name=email]", GUEST);
  await enter(guest, "[name=password]", "password1234");
  await enter(guest, "[name=application]", HOSTILE);
  await act(guest, "main button");
  await guest.locator(".fault").first().waitFor();
  assert.equal(await guest.inputValue("[name=name]"), HOSTILE);
  assert.equal(await guest.inputValue("[name=password]"), "");
  const fault = await guest.getAttribute("[name=password]", "aria-describedby");
  assert.match(fault, /-fault/);
});

await step("a stranger signs up and follows the mail", async () => {
  await enter(guest, "[name=password]", PASSWORD);
  await act(guest, "main button");
  await says(guest, "Check your mail");
  await guest.goto(await mailed(GUEST, "/verify-email"));
  await act(guest, "main button");
  await says(guest, "Your e-mail address is confirmed.");
  await enter(guest, "[name=email]", GUEST);
  await enter(guest, "[name=password]", PASSWORD);
  await act(guest, "main button");
  await says(guest, "Your account is waiting for approval.");
});

await step("an administrator approves the member", async () => {
  await admin.goto(`${base}/admin`);
  const row = admin.locator(".rows li", { hasText: GUEST });
  assert.equal(await row.locator(".name").first().textContent(), HOSTILE);
  await act(admin, row.getByRole("button", { name: "Approve" }));
  await says(admin, "The member is approved");
  await guest.waitForTimeout(1100);
  await guest.goto(base);
  await says(guest, "Connect your assistant");
});

await step("a member sets up the second factor", async () => {
  await guest.goto(`${base}/settings/two-factor`);
  await enter(guest, "main [name=password]", PASSWORD);
  await act(guest, "main .card button");
  await guest.locator("svg.qr").waitFor();
  secret = (await guest.textContent("code.copy")).trim();
  await enter(guest, "[name=code]", "000000");
  await act(guest, guest.getByRole("button", { name: "Turn it on" }));
  await guest.locator("main .fault, main [role=alert]").first().waitFor();
  await guest.locator("svg.qr").waitFor();
  assert.equal((await guest.textContent("code.copy")).trim(), secret);
  await enter(guest, "[name=code]", totp(secret));
  await act(guest, guest.getByRole("button", { name: "Turn it on" }));
  await says(guest, "Keep these recovery codes");
  assert.equal((await guest.textContent("pre.copy")).trim().split("\n").length, 10);
});

await step("a member signs out, and in again by keyboard alone with a code", async () => {
  await act(guest, guest.locator(".menu-more summary"));
  await act(guest, guest.getByRole("button", { name: "Sign out" }));
  await says(guest, "You are signed out.");
  await guest.goto(`${base}/settings/tokens`);
  await guest.locator("h1", { hasText: "Sign in" }).waitFor();
  await guest.focus("[name=email]");
  await guest.keyboard.type(GUEST);
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
  // The code of the confirmation cannot be used again; the server accepts the next time
  // step.
  await guest.keyboard.type(totp(secret, 1));
  await guest.keyboard.press("Enter");
  await guest.waitForURL(`${base}/settings/tokens`);
});

await step("a member makes a token, uses it, and deletes it", async () => {
  await enter(guest, "main [name=name]", HOSTILE);
  await tick(guest, "[value='network:read']");
  await act(guest, guest.getByRole("button", { name: "Create the token" }));
  await says(guest, "Copy the token now.");
  const token = (await guest.textContent(".notice code.copy")).trim();
  const me = () => fetch(`${base}/v1/me`, { headers: { Authorization: `Bearer ${token}` } });
  assert.equal((await me()).status, 200);
  await act(guest, guest.getByRole("button", { name: "Delete" }));
  await says(guest, "The token is deleted.");
  assert.equal((await me()).status, 401);
});

await step("a member changes its name", async () => {
  await guest.goto(`${base}/settings`);
  await enter(guest, "main [name=name]", "Guest");
  await act(guest, guest.getByRole("button", { name: "Save the name" }));
  await says(guest, "Your name is changed.");
});

await step("a member chooses what is mailed", async () => {
  await act(guest, guest.getByRole("link", { name: "Notifications" }));
  const box = guest.getByLabel("An ask of yours is about to expire");
  assert.equal(await box.isChecked(), true);
  await tick(guest, box);
  await act(guest, guest.getByRole("button", { name: "Save" }));
  await says(guest, "Your choice is saved.");
  assert.equal(await box.isChecked(), false);
});

await step("the address for assistants is copied, or can be taken without scripts", async () => {
  await guest.goto(`${base}/settings/assistants`);
  const address = guest.locator("#assistants .copy").first();
  assert.equal(await address.textContent(), `${base}/mcp`);
  assert.equal(await guest.getByRole("button", { name: "Copy" }).count() > 0, scripts);
  if (!scripts) return;
  await act(guest, guest.locator("#assistants").getByRole("button", { name: "Copy" }));
  await says(guest, "Copied");
  assert.equal(await guest.evaluate(() => navigator.clipboard.readText()), `${base}/mcp`);
});

await step("an invitation is accepted from its link", async () => {
  await guest.goto(await mailed(GUEST, "/invitations"));
  await says(guest, "invites you to join");
  await act(guest, guest.getByRole("button", { name: "Accept" }));
  await says(guest, "You have joined the organization.");
});

await step("an administrator approves an application, and declines one with a reason", async () => {
  await admin.goto(`${base}/admin`);
  const first = admin.locator(".rows li", { hasText: `first-${tag}` });
  await act(admin, first.getByRole("button", { name: "Approve" }));
  await says(admin, "The application is approved.");
  const second = admin.locator(".rows li", { hasText: `second-${tag}` });
  await act(admin, second.locator("summary"));
  await enter(admin, second.locator("textarea"), "Not yet.");
  await act(admin, second.getByRole("button", { name: "Decline" }));
  await says(admin, "The application is declined");
});

await step("an administrator suspends and reinstates a member", async () => {
  await admin.goto(`${base}/admin/members?q=applicant-${tag}`);
  await act(admin, admin.locator("main summary").first());
  await enter(admin, admin.locator("textarea").first(), "For a test.");
  await act(admin, admin.getByRole("button", { name: "Suspend" }));
  await says(admin, "The member is suspended.");
  await admin.goto(`${base}/admin/members?q=applicant-${tag}`);
  await act(admin, admin.locator("main summary").first());
  await enter(admin, admin.locator("textarea").first(), "It was a test.");
  await act(admin, admin.getByRole("button", { name: "Reinstate" }));
  await says(admin, "The member is active again.");
});

await step("an invite code leads to the form that holds it", async () => {
  await admin.goto(`${base}/admin/invites`);
  await enter(admin, "[name=note]", HOSTILE);
  await act(admin, admin.getByRole("button", { name: "Create the code" }));
  const link = (await admin.textContent("code.copy")).trim();
  const stranger = await visitor();
  await stranger.goto(link);
  assert.equal(await stranger.inputValue("[name=inviteCode]"), link.split("=")[1]);
  await stranger.context().close();
});

await step("a failed mail is sent again", async () => {
  await admin.goto(`${base}/admin/outbox`);
  await says(admin, "The server was not there");
  await act(admin, admin.getByRole("button", { name: "Try again" }).first());
  await says(admin, "The message is being sent again.");
});

await step("nobody is led to another site", async () => {
  for (const next of ["//evil.example", "/\\evil.example", "https://evil.example"]) {
    const stranger = await visitor();
    await stranger.goto(`${base}/sign-in?next=${encodeURIComponent(next)}`);
    await stranger.fill("[name=email]", `applicant-${tag}@example.org`);
    await stranger.fill("[name=password]", PASSWORD);
    await stranger.click("main button");
    await stranger.waitForURL((url) => url.origin === base && url.pathname !== "/sign-in");
    await stranger.context().close();
  }
});

await leave();
