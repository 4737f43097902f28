// A community manager applies for an organization, gives it a logo, invites people, lets
// a member in, and publishes an event with three places. The member waits for a place,
// gets one, and leaves.
import assert from "node:assert/strict";
import { PASSWORD } from "./visit.mjs";

const DAY = "2031-05-02";

export async function manager({ step, meet, call, tag, picture }) {
  const address = `manager-${tag}@example.org`;
  const waiter = `waiter-${tag}@example.org`;
  const name = `Loom Circle ${tag}`;
  const title = `Loom evening ${tag}`;
  const person = await meet("manager");
  const member = await meet("member");

  await step("C1 applies for an organization", async () => {
    await person.signIn(address);
    await person.section("Organizations");
    await person.follow("New organization");
    await person.fill("Name", name);
    await person.fill("Address", `circle-${tag}`);
    await person.choose("Kind", "Club");
    await person.fill("What it is about", "We weave every Tuesday.");
    await person.fill("Place", "Aberdeen");
    await person.fill("Your role in it", "Organizer");
    await person.fill("Message to the administrators", "We are forty people.");
    await person.press("Send the application");
    await person.reads("Your application is waiting for a decision");
  });

  await step("C2 an administrator approves it", async () => {
    const admin = await meet("admin");
    await admin.signIn("root@example.org");
    await admin.section("Admin");
    await admin.press("Approve", name);
    await admin.reads("The application is approved");
  });

  await step("C3 finds the new organization, and uploads a logo", async () => {
    await person.section("Inbox");
    await person.section("Organizations");
    await person.follow(name);
    await person.tab("Manage");
    await person.tab("Appearance");
    await person.attach("Logo", picture);
    await person.press("Upload the logo");
    await person.reads("The organization has a new logo");
  });

  await step("C4 invites ten addresses", async () => {
    const ten = Array.from({ length: 10 }, (_, i) => `friend-${i}-${tag}@example.org`);
    await person.tab("Invitations");
    await person.fill("E-mail addresses", ten.join(", "));
    await person.press("Send the invitations");
    await person.reads(`Invitations are sent to ${ten[0]}`);
    await person.reads(`invited by Mira ${tag}`);
  });

  await step("C5 lets members ask to join", async () => {
    await person.tab("Settings");
    await person.choose("Visibility", "Public: listed, and readable without an account");
    await person.choose("Joining", "Members ask, and owners and admins decide");
    await person.press("Save the settings");
    await person.reads("The changes are saved");
  });

  await step("D1 a member asks to join", async () => {
    await member.signIn(waiter);
    await member.section("Organizations");
    await member.tab("Others that you can join");
    await member.follow(name);
    await member.fill("Message to its owners and admins", "I bring a loom.");
    await member.press("Ask to join");
    await member.reads("You have asked to join");
  });

  await step("C6 approves the request", async () => {
    await person.section("Inbox");
    await person.tab("Waiting");
    await person.press("Approve", `Wanda ${tag}`);
    await person.reads("The request is approved");
  });

  await step("C7 publishes an event with three places", async () => {
    await person.section("Events");
    await person.follow("New event");
    await person.choose("Host", name);
    await person.fill("Title", title);
    await person.fillTime("Starts", `${DAY}T18:00`);
    await person.fillTime("Ends", `${DAY}T21:00`);
    await person.fill("Time zone", "Europe/London");
    await person.fill("Place", "Old Mill, Aberdeen");
    await person.fill("Number of places", "3");
    await person.press("Save the draft");
    await person.isAt(title);
    await person.press("Publish the event");
    await person.reads("The event is published");
  });

  const id = person.page.url().match(/evt_\w+/)[0];
  const answer = (guest, status) =>
    call(`guest-${guest}-${tag}`, "POST", `/v1/events/${id}/rsvp`, { status });
  for (const guest of ["one", "two", "three"]) {
    await answer(guest, "going");
  }

  await step("D2 gets on the waiting list", async () => {
    await member.section("Events");
    await member.follow(title);
    await member.press("Join the waiting list (nobody before you)");
    await member.reads("You are on the waiting list: number 1 of 1");
  });

  await step("C8 sees who waits", async () => {
    await person.follow("Guests");
    await person.tab("Waiting list (1)");
    await person.reads(`Wanda ${tag}`);
  });

  await answer("two", "cancelled");

  await step("C9 sees the waiting list move", async () => {
    await person.tab("Going (3)");
    await person.reads(`Wanda ${tag}`);
    await person.tab("Waiting list (0)");
    await person.reads("Nobody is waiting for a place");
  });

  await step("D3 is told of the place, and adds the event to a calendar", async () => {
    await member.section("Inbox");
    await member.press("You have a seat at");
    await member.isAt(title);
    await member.reads("You are going");
    assert.match(await member.save("Add to your calendar"), /\.ics$/);
  });

  await step("D4 edits the profile", async () => {
    await member.section("Your profile");
    await member.fill("Headline", "Weaves on Tuesdays");
    await member.press("Save the profile");
    await member.reads("Your profile is saved");
    await member.follow("See your profile");
    await member.reads("Weaves on Tuesdays");
  });

  await step("D5 deletes the account", async () => {
    await member.section("Settings");
    await member.follow("Your data");
    await member.submit("Delete my account", async () => {
      const field = member.label("Your password").filter({ visible: true });
      if (await field.count() === 0) await member.unfold("Delete the account");
      await member.fill("Your password", PASSWORD);
    });
    await member.reads("Your account is deleted");
    await member.signIn(waiter).then(
      () => assert.fail("a deleted account signs in"), () => member.reads("is wrong"));
  });
}
