// Shared parts of the scripts that visit pages: a browser, and the mails that arrive.
import { readdirSync, readFileSync } from "node:fs";
import { chromium } from "playwright-core";

export const base = process.env.KITH_URL;
export const PASSWORD = "a phrase that is long enough";
const mails = process.env.KITH_MAILS;

// Returns the link to a path in the latest mail to an address.
export async function mailed(address, path) {
  for (let tries = 0; tries < 200; tries++) {
    for (const name of readdirSync(mails).sort().reverse()) {
      if (!name.endsWith(".eml")) continue;
      const text = readFileSync(`${mails}/${name}`, "utf8").replace(/=\r?\n/g, "").replace(/=3D/g, "=");
      const link = text.match(new RegExp(`${base}${path}[?/=\\w-]+`));
      if (text.includes(`<${address}>`) && link) return link[0];
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`no mail to ${address}`);
}

export const browser = await chromium.launch({
  executablePath: process.env.KITH_CHROMIUM,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

// A telephone's screen, unless `options` say otherwise.
export async function visitor(options, timeout) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(timeout);
  return page;
}

export const says = (page, text) => page.getByText(text).first().waitFor();

let passed = 0;

// Runs one step; the first failure ends the script. `lost` says where that was.
export async function step(name, action, lost = () => {}) {
  try {
    await action();
    passed++;
  } catch (error) {
    console.log(`FAILED ${name}\n${error.stack}`);
    await lost();
    await browser.close();
    console.log(`${passed} passed, 1 failed`);
    process.exit(1);
  }
}

export async function leave() {
  await browser.close();
  console.log(`${passed} passed, 0 failed`);
}
