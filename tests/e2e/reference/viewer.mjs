// Tests the API viewer under the documents' content security policy with a pasted token.
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const browser = await chromium.launch({
  executablePath: process.env.KITH_CHROMIUM,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
try {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
  const refused = [];
  page.setDefaultTimeout(90000);
  page.on("console", (said) => {
    if (said.text().includes("Content Security Policy")) refused.push(said.text());
  });
  await page.goto(`${process.env.KITH_URL}/docs/try`);
  await page.locator(".authorize").first().click();
  await page.locator(".auth-container input").first().fill(process.env.KITH_TOKEN);
  await page.locator(".auth-btn-wrapper .authorize").first().click();
  await page.locator(".btn-done").first().click();
  await page.locator("#operations-tag-me").click();
  assert.equal(await page.locator("main, [role=main]").count(), 1, "one <main>");
  const read = page.locator("#operations-me-me_get");
  await read.locator(".opblock-summary-control").click();
  await read.locator(".execute").click();
  const status = read.locator(".live-responses-table tbody td.response-col_status").first();
  assert.match(await status.textContent(), /^200/);
  assert.match(await read.locator(".live-responses-table").textContent(), /viewer@example\.org/);
  assert.deepEqual(refused, []);
  const size = await page.evaluate(() => [document.scrollingElement.scrollWidth, innerWidth]);
  assert.ok(size[0] <= size[1], `is ${size[0]} px wide`);
} finally {
  await browser.close();
}
