// Checks how every page looks, with data, empty and refused. Each scene is opened once.
// In light and dark, axe finds nothing and nothing overflows the window at any width; a
// width of 320 px is also that of 1280 px at 400 % zoom. Every control shows its focus,
// the order of the Tab key is that of the document, nothing moves for people who asked
// for less motion, and the page stays within its budget of bytes.
//
// KITH_SCENES is a file: {cookies: {name: cookie}, scenes: [{name, path, as, fill, check,
// click, says}]}. KITH_SHOTS is a folder for screenshots or unset; KITH_SCENE a pattern
// of scene names.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { base, browser } from "./visit.mjs";

const shots = process.env.KITH_SHOTS;
const only = new RegExp(process.env.KITH_SCENE ?? "");
const { cookies, scenes } = JSON.parse(readFileSync(process.env.KITH_SCENES, "utf8"));
const resolve = createRequire(import.meta.url).resolve;
const axe = readFileSync(resolve("axe-core/axe.min.js"), "utf8");
const WIDTHS = [1280, 390, 320];
const BAR_MAX = 48; // one line
const KIB = 1024;
const HTML_MAX = 30 * KIB;
const COMPRESSED_MAX = { css: 10 * KIB, js: 5 * KIB };
const IMAGES_MAX = 150 * KIB;
// The reference documents the whole contract, and the viewer is Swagger UI.
const UNBOUNDED = /^\/docs/;
const AT_ONCE = 2;
let passed = 0;
let failed = 0;

// Runs in the page: finds elements wider than the window or drawn beyond its edge.
function measure() {
  const root = document.scrollingElement;
  const clipping = ".scroll, pre, .menu, .unseen, .skip, .viewer, svg";
  const right = (node) => node.getBoundingClientRect().right;
  const wide = [...document.querySelectorAll("body *")]
    .filter((node) => right(node) > innerWidth + 1 && !node.closest(clipping))
    .map((node) => `${node.tagName} ${node.className} ${node.textContent.slice(0, 40)}`);
  return { over: root.scrollWidth - innerWidth, wide: wide.slice(0, 3) };
}

// Runs in the page: the height of a member's bar with as many notifications as it shows.
function bar() {
  const inbox = document.querySelector('.top .search ~ nav > a[href="/notifications"]');
  if (!inbox) return 0;
  const before = inbox.innerHTML;
  inbox.innerHTML = 'Inbox <span class="count">99+</span>';
  const { height } = inbox.parentElement.getBoundingClientRect();
  inbox.innerHTML = before;
  return height;
}

// Runs in the page, after a key was pressed: focuses each control, and returns what is
// wrong with the focus, its order, and motion.
function controls() {
  const faults = [];
  const what = (node) => node.outerHTML.slice(0, 90);
  const kinds = "a[href], button, input, select, textarea, summary, [tabindex]";
  for (const node of document.querySelectorAll(kinds)) {
    if (node.tabIndex > 0) faults.push(`changes the order of Tab: ${what(node)}`);
    if (node.tabIndex < 0 || node.disabled || !node.checkVisibility()) continue;
    node.focus();
    if (document.activeElement !== node) continue;
    const style = getComputedStyle(node);
    const box = node.getBoundingClientRect();
    if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) {
      faults.push(`shows no focus on ${what(node)}`);
    }
    if (box.width * box.height < 16) faults.push(`hides ${what(node)}`);
  }
  for (const node of document.querySelectorAll("body, body *")) {
    const style = getComputedStyle(node);
    if (style.order !== "0" || style.flexDirection.endsWith("-reverse")) {
      faults.push(`is drawn in another order than written: ${what(node)}`);
    }
    if (style.transitionDuration !== "0s" || style.animationName !== "none") {
      faults.push(`moves although less motion is wanted: ${what(node)}`);
    }
  }
  document.activeElement.blur();
  return faults.slice(0, 5);
}

// Runs in the page: the bytes of the document, and of each file that it loaded.
function weigh() {
  const [page] = performance.getEntriesByType("navigation");
  const files = performance.getEntriesByType("resource").map((file) => ({
    path: new URL(file.name).pathname, size: file.encodedBodySize }));
  return { html: page.decodedBodySize, files };
}

function overweight({ html, files }) {
  const faults = [];
  let images = 0;
  if (html > HTML_MAX) faults.push(`has ${html} bytes of HTML`);
  for (const { path, size } of files) {
    const most = COMPRESSED_MAX[path.match(/\.(css|js)$/)?.[1]];
    if (most === undefined) images += size;
    else if (size === 0 || size > most) faults.push(`loads ${size} bytes of ${path}`);
  }
  if (images > IMAGES_MAX) faults.push(`loads ${images} bytes of images`);
  return faults;
}

async function open(page, scene) {
  await page.goto(base + scene.path);
  for (const [field, value] of scene.fill ?? []) await page.fill(field, value);
  if (scene.check) await page.check(scene.check);
  for (const one of [scene.click ?? []].flat()) await page.click(one);
  if (scene.says) await page.getByText(scene.says).first().waitFor();
}

// axe leaves out the rule of WCAG 2.2 about the size of targets, unless it is asked.
async function accessible(page) {
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, {
    resultTypes: ["violations"], rules: { "target-size": { enabled: true } } }));
  return violations.map((one) =>
    `${one.id}: ${one.nodes[0].html.slice(0, 160)} (${one.nodes.length})`);
}

async function fits(page, name, colour, widths) {
  const faults = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const size = await page.evaluate(measure);
    if (size.over > 0) faults.push(`is ${size.over} px too wide at ${width} px`);
    const height = await page.evaluate(bar);
    if (height > BAR_MAX) faults.push(`has a bar of ${height} px at ${width} px`);
    faults.push(...size.wide.map((one) => `sticks out at ${width} px: ${one}`));
    if (!shots || width === WIDTHS.at(-1)) continue;
    const path = `${shots}/${name}-${width}-${colour}.png`;
    await page.screenshot({ path, fullPage: true });
  }
  return faults;
}

async function look(page, scene) {
  const faults = [];
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: WIDTHS[0], height: 800 });
  await open(page, scene).catch((error) => faults.push(error.message));
  if (!UNBOUNDED.test(scene.path)) faults.push(...overweight(await page.evaluate(weigh)));
  await page.evaluate(axe);
  faults.push(...await accessible(page));
  await page.keyboard.press("Tab");
  faults.push(...await page.evaluate(controls));
  faults.push(...await fits(page, scene.name, "light", WIDTHS));
  await page.emulateMedia({ colorScheme: "dark" });
  faults.push(...(await accessible(page)).map((one) => `in dark, ${one}`));
  faults.push(...await fits(page, scene.name, "dark", [...WIDTHS].reverse()));
  if (faults.length === 0) passed++;
  else failed++;
  if (faults.length > 0) console.log(`FAILED ${scene.name}\n  ${faults.join("\n  ")}`);
}

// Opens a page of a member's browser.
async function visitor(who) {
  const context = await browser.newContext({ bypassCSP: true, reducedMotion: "reduce" });
  if (who) {
    const [name, value] = cookies[who].split("=");
    await context.addCookies([{ name, value, url: base }]);
  }
  const page = await context.newPage();
  page.setDefaultTimeout(20000);
  return page;
}

// Takes scene after scene, until none is left.
async function walk(left) {
  const pages = {};
  for (let scene = left.shift(); scene; scene = left.shift()) {
    pages[scene.as] ??= await visitor(scene.as);
    await look(pages[scene.as], scene);
  }
}

const left = scenes.filter((scene) => only.test(scene.name));
try {
  await Promise.all(Array.from({ length: AT_ONCE }, () => walk(left)));
} finally {
  await browser.close();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
