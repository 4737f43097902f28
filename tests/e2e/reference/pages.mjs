// Checks the pages in a browser at two widths: axe finds nothing, nothing overflows
// the window, no name is broken in two, and no page is excessively long.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const WIDTHS = [1280, 390];
const HEIGHT_MAX = 50000;
const base = process.env.KITH_URL;
const shots = process.env.KITH_SHOTS; // a folder for screenshots, or unset
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let passed = 0;
let failed = 0;

function check(name, faults) {
  if (faults.length === 0) {
    passed++;
    return;
  }
  failed++;
  console.log(`FAILED ${name}\n  ${faults.join("\n  ")}`);
}

// Runs in the page.
function measure() {
  const broken = [...document.querySelectorAll("dt code, td code")]
    .filter((name) => name.getClientRects().length > 1)
    .map((name) => name.textContent);
  const root = document.scrollingElement;
  return { height: root.scrollHeight, width: root.scrollWidth, window: innerWidth, broken };
}

async function look(page, path, width) {
  const answer = await page.goto(base + path);
  if (shots) {
    await page.screenshot({ path: `${shots}/${width}${path.replaceAll("/", "_")}.png` });
  }
  const size = await page.evaluate(measure);
  const faults = answer.status() === 200 ? [] : [`answers ${answer.status()}`];
  if (size.width > size.window) faults.push(`is ${size.width} px wide`);
  if (size.height > HEIGHT_MAX) faults.push(`is ${size.height} px tall`);
  faults.push(...size.broken.map((name) => `breaks ${name}`));
  check(`${path} at ${width} px fits`, faults);
  if (width < WIDTHS[0] && !path.startsWith("/docs/p")) return;
  await page.evaluate(axe);
  const { violations } = await page.evaluate(
    () => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  check(`${path} at ${width} px is accessible`,
    violations.map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 120)} (${one.nodes.length})`));
}

const browser = await chromium.launch({
  executablePath: process.env.KITH_CHROMIUM,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
try {
  for (const width of WIDTHS) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, bypassCSP: true });
    const page = await context.newPage();
    await page.goto(base + "/docs");
    const links = await page.$$eval("h2 a", (found) => found.map((a) => a.getAttribute("href")));
    check("the overview leads to every resource", links.length > 5 ? [] : [`${links}`]);
    for (const path of ["/", "/docs", ...links, "/docs/problems", "/docs/problems/rate_limited",
      "/docs/changelog", "/verify-email?token=x", "/reset-password?token=x"]) {
      await look(page, path, width);
    }
    await page.goto(base + "/docs/posts#post_create");
    const target = await page.$eval(":target", (found) => found.textContent);
    check("an anchor leads to its operation", target === "Create an ask" ? [] : [target]);
    await context.close();
  }
} finally {
  await browser.close();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
