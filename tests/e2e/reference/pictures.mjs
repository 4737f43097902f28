// Takes the pictures of the README: the front page on a desktop in light, and the people
// on a phone in dark. KITH_COOKIE is a session, KITH_PICTURES the folder.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { base, browser, visitor } from "./visit.mjs";

const BYTES_MAX = 150 * 1024;
const PICTURES = [
  { name: "desktop", path: "/", colorScheme: "light",
    viewport: { width: 1100, height: 860 } },
  { name: "phone", path: "/members", colorScheme: "dark",
    viewport: { width: 390, height: 610 }, deviceScaleFactor: 1.5 },
];

for (const { name, path, ...options } of PICTURES) {
  const page = await visitor(options, 20000);
  const [cookie, value] = process.env.KITH_COOKIE.split("=");
  const file = `${process.env.KITH_PICTURES}/${name}.png`;
  await page.context().addCookies([{ name: cookie, value, url: base }]);
  await page.goto(base + path);
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: file });
  console.log(`${file} ${statSync(file).size} bytes`);
  assert.ok(statSync(file).size < BYTES_MAX, file);
}
await browser.close();
