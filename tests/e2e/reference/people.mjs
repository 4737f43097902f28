// A member fills in a profile, finds another member, and asks for an introduction, on a
// telephone. KITH_SCRIPTS=on enables scripts, KITH_KEYBOARD=on disables the pointer.
// KITH_COOKIE is the session, KITH_TAG a part of the handle.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { base, browser, leave, says, step } from "./visit.mjs";

const scripts = process.env.KITH_SCRIPTS === "on";
const keyboard = process.env.KITH_KEYBOARD === "on";
const handle = `walker-${process.env.KITH_TAG}`;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

async function visitor(options) {
  const context = await browser.newContext(options);
  const [name, value] = process.env.KITH_COOKIE.split("=");
  await context.addCookies([{ name, value, url: base }]);
  const page = await context.newPage();
  page.setDefaultTimeout(10000);
  return page;
}

const page = await visitor({ javaScriptEnabled: scripts, viewport: { width: 390, height: 844 } });

// Focuses a control, with the Tab key where there is no pointer.
async function reach(target) {
  const found = page.locator(target).first();
  await found.waitFor();
  for (let i = 0; keyboard && !await found.evaluate((node) => node === document.activeElement); i++) {
    assert.ok(i < 200, `no key leads to ${target}`);
    await page.keyboard.press("Tab");
  }
  return found;
}

async function act(target, key = "Enter") {
  const found = await reach(target);
  if (keyboard) await page.keyboard.press(key);
  else await found.click();
}

async function enter(target, value) {
  const found = await reach(target);
  if (!keyboard) return found.fill(value);
  await page.keyboard.press("Control+A");
  await page.keyboard.type(value);
}

await step("fills in a profile", async () => {
  await page.goto(base + "/members");
  await act("main >> text=Your profile");
  await says(page, "Other members cannot find you yet");
  await enter("[name=handle]", handle);
  await enter("[name=headline]", "Walks");
  await act("[name=roles][value=founder]", "Space");
  await enter("[name=skills]", "Walking, Maps");
  await enter("[name=links]", "Blog https://walker.example/");
  await act("main >> text=Save the profile");
  await says(page, "Other members can find you now");
});

await step("reads the profile as others do", async () => {
  await act("main >> text=See your profile");
  await page.waitForURL(`**/members/${handle}`);
  await says(page, "https://walker.example/");
  await act("main >> text=Edit your profile");
  await says(page, "Members find you by what you write here");
});

await step("finds a member by role and skill", async () => {
  await act("nav >> text=People");
  const role = await reach("[name=roles]");
  if (keyboard) await page.keyboard.type("Operator");
  else await role.selectOption("operator");
  await act("summary:has-text('More filters')");
  await enter("[name=skills]", "wool");
  await act(".filters button");
  await says(page, "Matches: Operator, Wool");
  await act(".rows a");
  await says(page, "Runs mills");
});

await step("asks for an introduction", async () => {
  await enter("[name=message]", "I walk past your mill.");
  await act("main >> text=Ask for an introduction");
  await says(page, "Your request is sent");
});

// The look does not depend on the way.
if (scripts && !keyboard) await step("is for everybody", async () => {
  for (const [colorScheme, width] of [["light", 320], ["dark", 390], ["light", 1280]]) {
    const visit = await visitor({ colorScheme, viewport: { width, height: 844 }, bypassCSP: true });
    for (const path of ["/members", "/members?roles=operator&skills=wool", "/members/found",
      "/me", `/members/${handle}`]) {
      await visit.goto(base + path);
      await visit.evaluate(axe);
      const { violations } = await visit.evaluate(() => globalThis.axe.run(document));
      assert.deepEqual(violations.map((one) => `${one.id} ${one.nodes[0].html}`), [], path);
      const over = await visit.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${path} is ${over} px too wide at ${width} px`);
      if (process.env.KITH_SHOTS) {
        await visit.screenshot({ fullPage: true,
          path: `${process.env.KITH_SHOTS}/j${path.replace(/\W+/g, "-")}-${width}.png` });
      }
    }
    await visit.context().close();
  }
});

await leave();
