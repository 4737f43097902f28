// What a browser keeps of a long form: it is published, and after a refusal that no
// service has read, or after the end of the session, the Back button shows it again.
// KITH_COOKIE is the session of a member, and KITH_EMAIL the address.
import assert from "node:assert/strict";
import { PASSWORD, base, leave, says, step, visitor } from "./visit.mjs";

const LONG = "\u6c34".repeat(4000);
const PATH = `${base}/posts/new`;

async function member() {
  const [name, ...value] = process.env.KITH_COOKIE.split("=");
  const javaScriptEnabled = process.env.KITH_SCRIPTS === "on";
  const page = await visitor({ javaScriptEnabled }, 10000);
  await page.context().addCookies([{ name, value: value.join("="), url: base }]);
  return page;
}

async function fill(page, text) {
  await page.goto(PATH);
  await page.locator("[name=kind]").selectOption("idea");
  await page.locator("[name=title]").fill("A title");
  await page.locator("[name=body]").fill(text);
}

const send = (page) => page.getByRole("button", { name: "Publish the ask" }).click();

async function back(page, text) {
  await page.goBack();
  assert.equal(await page.locator("[name=title]").inputValue(), "A title");
  assert.equal(await page.locator("[name=body]").inputValue(), text);
}

await step("a long text is published", async () => {
  const page = await member();
  await fill(page, LONG);
  await send(page);
  await says(page, "Your ask is published.");
  await page.context().close();
});

await step("Back shows a text that is too long", async () => {
  const page = await member();
  await fill(page, "");
  await page.locator("[name=body]").evaluate((area) => area.removeAttribute("maxlength"));
  await page.locator("[name=body]").fill("a".repeat(140000));
  await send(page);
  await page.getByRole("heading", { name: "The text is too long" }).waitFor();
  await back(page, "a".repeat(140000));
  await page.context().close();
});

await step("Back shows the text after signing in again", async () => {
  const page = await member();
  await fill(page, LONG);
  await page.context().clearCookies();
  await send(page);
  await says(page, "You have been signed out");
  await page.locator("[name=email]").fill(process.env.KITH_EMAIL);
  await page.locator("[name=password]").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "New ask" }).waitFor();
  await page.goBack();
  await back(page, LONG);
  await send(page);
  await says(page, "Your ask is published.");
  await page.context().close();
});

await leave();
