// The journeys of people, each with scripts, without scripts, and by keyboard alone. The
// ways share one instance, so every name carries the way. KITH_PICTURE is an image,
// KITH_TOKENS a file with access tokens by name, KITH_JOURNEY a pattern of names.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { administrator } from "./journey_admin.mjs";
import { founder } from "./journey_founder.mjs";
import { lead } from "./journey_lead.mjs";
import { manager } from "./journey_manager.mjs";
import { Person, WAYS } from "./person.mjs";
import { base, browser } from "./visit.mjs";

const only = new RegExp(process.env.KITH_JOURNEY ?? "");
const tokens = JSON.parse(readFileSync(process.env.KITH_TOKENS, "utf8"));
let passed = 0;
let failed = 0;

// What a member does meanwhile, which is not the subject of a journey.
async function call(name, method, path, body) {
  const answer = await fetch(base + path, { method, body: JSON.stringify(body), headers: {
    Authorization: `Bearer ${tokens[name]}`, "Content-Type": "application/json" } });
  assert.equal(answer.status, 200, `${path}: ${answer.status}`);
}

// Leads through a journey in one way. Its first failure ends it.
async function travel(journey, way) {
  const people = [];
  const meet = async () => {
    const person = await Person.arrive(way);
    people.push(person);
    return person;
  };
  let name = "the beginning";
  const step = async (what, action) => {
    name = what;
    await action();
    passed++;
  };
  try {
    await journey({ step, meet, call, tag: way, picture: process.env.KITH_PICTURE });
  } catch (error) {
    failed++;
    console.log(`FAILED ${way}: ${name}\n${error.message}`);
    for (const person of people) console.log(await person.where().catch(String));
  }
  for (const person of people) await person.leave();
}

try {
  await Promise.all(Object.keys(WAYS).map(async (way) => {
    for (const journey of [founder, manager, lead, administrator]) {
      if (only.test(`${journey.name} ${way}`)) await travel(journey, way);
    }
  }));
} finally {
  await browser.close();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
