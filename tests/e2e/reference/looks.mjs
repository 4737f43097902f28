// Checks how every page looks, with data, empty and refused, in light and dark, at two
// widths. axe finds nothing serious, nothing overflows the window, and every focused
// control shows the focus. KITH_SCENES is a file: {cookies: {name: cookie}, scenes:
// [{name, path, as, fill, click, says}]}. KITH_SHOTS is a folder for screenshots or
// unset; KITH_SCENE a pattern of scene names.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const base = process.env.KITH_URL;
const shots = process.env.KITH_SHOTS;
const only = process.env.KITH_SCENE;
const { cookies, scenes } = JSON.parse(readFileSync(process.env.KITH_SCENES, "utf8"));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SERIOUS = ["serious", "critical"];
// With screenshots all four combinations; otherwise each color scheme and width once.
const WAYS = shots
  ? [["light", 1280], ["light", 360], ["dark", 1280], ["dark", 360]]
  : [["light", 1280], ["dark", 360]];
let passed = 0;
let failed = 0;

// Runs in the page: finds elements wider than the window or drawn beyond their parent's
// edge.
function measure() {
  const root = document.scrollingElement;
  const clipped = (node) => node.closest(".scroll, pre, .menu, .unseen, .skip, .viewer, svg");
  const wide = [...document.querySelectorAll("body *")]
    .filter((node) => !clipped(node) && node.getBoundingClientRect().right > innerWidth + 1)
    .map((node) => `${node.tagName} ${node.className} ${node.textContent.slice(0, 40)}`);
  return { over: root.scrollWidth - innerWidth, wide: wide.slice(0, 3) };
}

// Runs in the page: whether the focused element is visible and shows the focus.
function focused() {
  const node = document.activeElement;
  if (!node || node === document.body) return null;
  const style = getComputedStyle(node);
  const box = node.getBoundingClientRect();
  return { what: node.outerHTML.slice(0, 90), shown: style.outlineStyle !== "none" &&
    parseFloat(style.outlineWidth) >= 2, size: box.width * box.height };
}

async function tabs(page) {
  const faults = [];
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(focused);
    if (!at) break;
    if (!at.shown) faults.push(`shows no focus on ${at.what}`);
    if (at.size < 16) faults.push(`hides ${at.what}`);
  }
  return faults;
}

async function open(page, scene) {
  await page.goto(base + scene.path);
  for (const [field, value] of scene.fill ?? []) await page.fill(field, value);
  if (scene.check) await page.check(scene.check);
  for (const one of [scene.click ?? []].flat()) await page.click(one);
  if (scene.says) await page.getByText(scene.says).first().waitFor();
}

async function look(page, scene, colour, width) {
  const faults = [];
  await open(page, scene).catch((error) => faults.push(error.message));
  if (shots) {
    await page.screenshot({ path: `${shots}/${scene.name}-${width}-${colour}.png`, fullPage: true });
  }
  await page.evaluate(axe);
  const found = await page.evaluate(
    () => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  faults.push(...found.violations.filter((one) => SERIOUS.includes(one.impact))
    .map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 160)} (${one.nodes.length})`));
  const size = await page.evaluate(measure);
  if (size.over > 0) faults.push(`is ${size.over} px too wide`);
  faults.push(...size.wide.map((one) => `sticks out: ${one}`));
  if (colour === "light" && width === 1280) faults.push(...await tabs(page));
  if (faults.length === 0) passed++;
  else failed++;
  if (faults.length > 0) {
    console.log(`FAILED ${scene.name} at ${width} px, ${colour}\n  ${faults.join("\n  ")}`);
  }
}

const browser = await chromium.launch({
  executablePath: process.env.KITH_CHROMIUM,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
try {
  for (const [colorScheme, width] of WAYS) {
    for (const who of [null, ...Object.keys(cookies)]) {
      const context = await browser.newContext({
        viewport: { width, height: 800 }, colorScheme, bypassCSP: true });
      if (who) {
        const [name, value] = cookies[who].split("=");
        await context.addCookies([{ name, value, url: base }]);
      }
      const page = await context.newPage();
      page.setDefaultTimeout(20000);
      for (const scene of scenes) {
        if ((scene.as ?? null) !== who || (only && !new RegExp(only).test(scene.name))) continue;
        await look(page, scene, colorScheme, width);
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
