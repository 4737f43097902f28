// A person who uses the pages in one of three ways: with scripts, without scripts, or by
// keyboard alone. A journey is written once: each action names a control as people and
// screen readers do, by its role and accessible name.
import assert from "node:assert/strict";
import { base, mailed, PASSWORD, visitor } from "./visit.mjs";

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

export const WAYS = {
  scripts: { viewport: DESKTOP },
  plain: { viewport: PHONE, javaScriptEnabled: false },
  keyboard: { viewport: PHONE, keyboard: true },
};

const TRIES_MAX = 100;
const SHOWN_MAX = 400;
const TRIES_OF_FORM_MAX = 5;
const TIMEOUT_MS = 20000;

// A control may say more than its label: whose it is, or that it is optional.
const named = (name) =>
  new RegExp(`^\\s*${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(\\s|$)`);

// Runs in the page: how often Tab must be pressed at least. It is 0 on the control
// itself, and 1 when that is not known; a date has several stops.
function between(node) {
  const at = document.activeElement;
  if (node === at) return 0;
  const kinds = "a[href], button, input, select, textarea, summary";
  const stops = [...document.querySelectorAll(kinds)].filter((stop) =>
    stop.tabIndex === 0 && !stop.disabled && stop.checkVisibility());
  return Math.max(1, stops.indexOf(node) - stops.indexOf(at));
}

export class Person {
  static async arrive(way) {
    const { keyboard, ...options } = WAYS[way];
    const person = new Person();
    person.keyboard = keyboard ?? false;
    person.page = await visitor({ locale: "en-US", ...options }, TIMEOUT_MS);
    return person;
  }

  leave() {
    return this.page.context().close();
  }

  // ---- reading ----

  async reads(text) {
    await this.page.getByText(text).filter({ visible: true }).first().waitFor();
  }

  async isAt(heading) {
    await this.page.getByRole("heading", { level: 1, name: heading }).waitFor();
  }

  async where() {
    const text = await this.page.locator("main").innerText();
    return `${this.page.url()}\n${text.replace(/\n+/g, "\n").slice(0, SHOWN_MAX)}`;
  }

  // ---- finding ----

  // The part of the page in which a name is unique: the row with this text.
  row(text) {
    return text === undefined ? this.page
      : this.page.getByRole("listitem").filter({ hasText: text }).last();
  }

  // Focuses a control, with the Tab key when there is no pointer.
  async reach(found) {
    const one = found.filter({ visible: true }).first();
    await one.waitFor();
    if (!this.keyboard) return one;
    for (let i = 0; i < TRIES_MAX; i++) {
      const missing = await one.evaluate(between);
      if (missing === 0) return one;
      for (let n = 0; n < missing; n++) await this.page.keyboard.press("Tab");
    }
    throw new Error(`no key leads to ${found}`);
  }

  async act(found, key = "Enter") {
    const one = await this.reach(found);
    if (this.keyboard) await this.page.keyboard.press(key);
    else await one.click();
  }

  label(name, row) {
    return this.row(row).getByLabel(named(name));
  }

  // ---- acting ----

  follow(name, row) {
    return this.act(this.row(row).getByRole("link", { name: named(name) }));
  }

  press(name, row) {
    return this.act(this.row(row).getByRole("button", { name: named(name) }));
  }

  // Opens what is folded away.
  unfold(name, row) {
    return this.act(this.row(row).locator("summary").filter({ hasText: named(name) }));
  }

  // Confirms what cannot be undone: the first step has the same name as the second.
  async confirm(name, row) {
    await this.unfold(name, row);
    await this.press(name, row);
  }

  // Follows a link of the bar. On a phone, some are in a menu.
  async section(name) {
    const bar = this.page.getByRole("navigation", { name: "Site" });
    const link = bar.getByRole("link", { name: named(name) }).filter({ visible: true });
    if (await link.count() === 0) {
      await this.act(bar.locator("summary"));
    }
    await this.act(link);
  }

  // Follows a tab of the page.
  tab(name) {
    const tabs = this.page.locator("main").getByRole("navigation");
    return this.act(tabs.getByRole("link", { name: named(name) }));
  }

  async fill(name, value, row) {
    const found = await this.reach(this.label(name, row));
    if (!this.keyboard) return found.fill(value);
    await this.page.keyboard.press("Control+A");
    await this.page.keyboard.type(value);
  }

  // Fills in a local date and time, "2031-05-02T18:30", in the order of en-US.
  async fillTime(name, value) {
    const found = await this.reach(this.label(name));
    if (!this.keyboard) return found.fill(value);
    const [year, month, day, hour, minute] = value.split(/\D/);
    await this.page.keyboard.type(`${month}${day}${year}`);
    await this.page.keyboard.press("ArrowRight");
    const twelve = String(hour % 12 || 12).padStart(2, "0");
    await this.page.keyboard.type(`${twelve}${minute}${hour < 12 ? "AM" : "PM"}`);
    assert.equal(await found.inputValue(), value);
  }

  async choose(name, option) {
    const found = await this.reach(this.label(name));
    if (!this.keyboard) return found.selectOption({ label: option });
    await this.page.keyboard.type(option);
    const chosen = await found.evaluate((list) => list.selectedOptions[0].label);
    assert.equal(chosen, option);
  }

  tick(name) {
    return this.act(this.page.getByRole("checkbox", { name: named(name) }), "Space");
  }

  async attach(name, file) {
    // The dialog that a key opens is the browser's, so it is left out.
    const found = await this.reach(this.label(name));
    await found.setInputFiles(file);
  }

  // Follows a link to a file, and returns the file's name.
  async save(name) {
    const saved = this.page.waitForEvent("download");
    await this.follow(name);
    return (await saved).suggestedFilename();
  }

  // ---- what every journey begins with ----

  open(path) {
    return this.page.goto(base + path);
  }

  // Opens the latest link to a path in a mail.
  async openMail(address, path) {
    await this.page.goto(await mailed(address, path));
  }

  // Follows the links from the front page to the sign-in form, and fills it in.
  async signIn(address) {
    await this.open("/");
    await this.follow("Sign in");
    await this.enter(address);
  }

  async enter(address) {
    const status = await this.submit("Sign in", async () => {
      await this.fill("E-mail address", address);
      await this.fill("Password", PASSWORD);
    });
    assert.ok(status < 400, `signing in is answered ${status}`);
  }

  // Fills in a form with a password and submits it. A busy machine may not hash the
  // password in time; then the page asks to try again.
  async submit(button, fill) {
    const isPost = (answer) => answer.request().method() === "POST";
    for (let tries = 0; tries < TRIES_OF_FORM_MAX; tries++) {
      await fill();
      const answered = this.page.waitForResponse(isPost);
      const loaded = this.page.waitForEvent("domcontentloaded");
      await this.press(button);
      const status = (await answered).status();
      await loaded;
      if (status < 500) return status;
    }
    throw new Error(`"${button}" takes too long ${TRIES_OF_FORM_MAX} times`);
  }

  // Goes on to the first profile, unless signing in led there.
  async welcome() {
    if (!this.page.url().includes("/welcome")) await this.follow("Fill in your profile");
    await this.isAt("Welcome");
  }
}
