// Checks each mail's HTML part on a phone, light and dark: nothing is cut off or wider
// than the screen, and every text has enough contrast. KITH_SHOTS is a folder for
// screenshots or unset.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const folder = process.env.KITH_PARTS; // HTML files, named after the kinds of mails
const shots = process.env.KITH_SHOTS;
const WIDTH = 320;

const browser = await chromium.launch({
  executablePath: process.env.KITH_CHROMIUM,
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});

// Returns the texts whose contrast is below 4.5 (WCAG 2.2, 1.4.3), with that contrast.
function faint() {
  const numbers = (color) => color.match(/[\d.]+/g).map(Number);
  const light = (color) => {
    const [r, g, b] = numbers(color).slice(0, 3).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if (numbers(color)[3] !== 0) return color;
    }
    return "rgb(255, 255, 255)";
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (walker.currentNode.data.trim() === "") continue;
    const two = [light(getComputedStyle(element).color), light(behind(element))].sort();
    const contrast = (Math.max(...two) + 0.05) / (Math.min(...two) + 0.05);
    if (contrast < 4.5) found.push([walker.currentNode.data.trim(), contrast]);
  }
  return found;
}

let looked = 0;
for (const colorScheme of ["light", "dark"]) {
  const context = await browser.newContext({
    colorScheme, viewport: { width: WIDTH, height: 640 }, javaScriptEnabled: true, offline: true });
  const page = await context.newPage();
  for (const name of readdirSync(folder).sort()) {
    await page.setContent(readFileSync(`${folder}/${name}`, "utf8"));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= WIDTH, `${name} is ${wide} wide, ${colorScheme}`);
    assert.deepEqual(await page.evaluate(faint), [], `${name}, ${colorScheme}`);
    if (shots) {
      await page.screenshot({
        path: `${shots}/${name.replace(".html", "")}-${colorScheme}.png`, fullPage: true });
    }
    looked++;
  }
  await context.close();
}
await browser.close();
console.log(`${looked} looked at`);
