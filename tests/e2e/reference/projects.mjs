// A lead's tasks on a telephone: creates a project, adds a person, asks an organization,
// writes the terms, and publishes progress; the organization's owner accepts. Every page
// is reached by links. KITH_LEAD and KITH_OWNER are cookies; KITH_SCRIPTS=on enables
// scripts, KITH_KEYBOARD=on disables the pointer, and KITH_TAG is part of every name.
import assert from "node:assert/strict";
import { base, leave, says, step, visitor } from "./visit.mjs";

const keyboard = process.env.KITH_KEYBOARD === "on";
const tag = process.env.KITH_TAG;
const NAME = `Loom of ${tag}`;

async function open(cookie) {
  const page = await visitor({ javaScriptEnabled: process.env.KITH_SCRIPTS === "on" }, 20000);
  const [name, value] = cookie.split("=");
  await page.context().addCookies([{ name, value, url: base }]);
  await page.goto(base);
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

async function choose(page, target, label) {
  const found = await reach(page, target);
  if (!keyboard) return found.selectOption({ label });
  await page.keyboard.type(label);
}

const link = (page, name) => page.getByRole("link", { name });
const button = (page, name) => page.getByRole("button", { name });

const lead = await open(process.env.KITH_LEAD);
const owner = await open(process.env.KITH_OWNER);
const where = (page) => async () =>
  console.log(page.url(), await page.locator("main").innerText());

await step("creates a project", async () => {
  await act(lead, ".menu-more summary");
  await act(lead, lead.locator(".menu-more a", { hasText: "Projects" }));
  await act(lead, link(lead, "New project"));
  await enter(lead, "[name=name]", NAME);
  await enter(lead, "[name=summary]", "It runs at night.");
  await choose(lead, "[name=stage]", "Validating");
  await act(lead, button(lead, "Create the project"));
  await says(lead, "Add the people who build it");
}, where(lead));

await step("adds a person who is found by name", async () => {
  await act(lead, link(lead, "Add a person"));
  await enter(lead, "[name=q]", `Mate${tag}`);
  await act(lead, button(lead, "Filter"));
  await act(lead, link(lead, `Choose Mate${tag}`));
  await enter(lead, "[name=title]", "Mechanic");
  await act(lead, button(lead, "Add to the project"));
  await says(lead, "Mechanic");
}, where(lead));

await step("asks an organization, and writes the terms", async () => {
  await act(lead, link(lead, "Ask an organization"));
  await choose(lead, "[name=org]", `Guild of ${tag}`);
  await choose(lead, "main [name=kind]", "Program");
  await enter(lead, "[name=message]", "Please.");
  await act(lead, button(lead, "Ask the organization"));
  await enter(lead, "[name=terms]", "Two percent.");
  await act(lead, button(lead, "Save the terms"));
  await says(lead, "The affiliation is changed");
}, where(lead));

await step("accepts it for the organization", async () => {
  await owner.goto(lead.url().replace(/\?.*/, ""));
  await says(owner, "Two percent.");
  await act(owner, button(owner, "Accept"));
  await says(owner, "The affiliation is active");
}, where(owner));

await step("publishes progress", async () => {
  await act(lead, link(lead, NAME));
  await act(lead, link(lead, "Add progress"));
  await enter(lead, "[name=title]", "It runs");
  await act(lead, button(lead, "Publish the entry"));
  await act(lead, link(lead, NAME));
  await says(lead, "It runs");
  await says(lead, `Guild of ${tag}`);
}, where(lead));

await leave();
