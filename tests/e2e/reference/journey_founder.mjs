// A founder joins with an invite code, finds an investor, and publishes an ask to an
// organization. The investor accepts the introduction.
import { PASSWORD } from "./visit.mjs";

export async function founder({ step, meet, tag, picture }) {
  const address = `founder-${tag}@example.org`;
  const investor = `investor-${tag}@example.org`;
  const org = `Harbour Lab ${tag}`;
  let code;

  await step("A1 an administrator makes an invite code", async () => {
    const admin = await meet("admin");
    await admin.signIn("root@example.org");
    await admin.section("Admin");
    await admin.follow("Invite codes");
    await admin.fill("What is it for?", tag);
    await admin.press("Create the code");
    await admin.reads("The code is created");
    const text = await admin.row(tag).locator("code").first().textContent();
    code = text.trim().split("=").pop();
  });

  const person = await meet("founder");
  await step("A2 signs up with the code", async () => {
    await person.open("/");
    await person.follow("Sign up");
    await person.fill("Name", `Fola ${tag}`);
    await person.fill("E-mail address", address);
    await person.fill("Password", PASSWORD);
    await person.fill("Invite code", code);
    await person.press("Create account");
    await person.isAt("Check your mail");
  });

  await step("A3 confirms the address and signs in", async () => {
    await person.openMail(address, "/verify-email");
    await person.press("Confirm this address");
    await person.reads("Your e-mail address is confirmed");
    await person.enter(address);
  });

  await step("A4 fills in a profile, and joins an organization", async () => {
    await person.welcome();
    await person.fill("Handle", `fola-${tag}`);
    await person.fill("Headline", "Builds looms for small rooms");
    await person.tick("Founder");
    await person.tick("Investors");
    await person.fill("Skills", "Weaving, Rust");
    await person.press("Save the profile");
    await person.reads("Other members can find you now");
    await person.attach("Picture", picture);
    await person.press("Upload the picture");
    await person.reads("Your picture is set");
    await person.follow("All organizations");
    await person.follow(org);
    await person.press("Join");
    await person.reads("Your role");
  });

  await step("A5 finds an investor by role, and asks for an introduction", async () => {
    await person.section("People");
    await person.choose("Role", "Investor");
    await person.unfold("More filters");
    await person.fill("Skill", `carding ${tag}`);
    await person.press("Filter");
    await person.reads("Matches: Investor");
    await person.follow(`Ines ${tag}`);
    await person.fill("Message", "We weave at night. Shall we talk?");
    await person.press("Ask for an introduction");
    await person.reads("Your request is sent");
  });

  await step("A6 publishes an ask with a photo to one organization", async () => {
    await person.section("Asks");
    await person.follow("New ask");
    await person.choose("Kind", "Seeking investors");
    await person.fill("Title", `A second loom hall ${tag}`);
    await person.fill("Text", "We raise 400,000 and have half of it.");
    await person.tick(org);
    await person.press("Publish the ask");
    await person.isAt(`A second loom hall ${tag}`);
    await person.attach("Photo", picture);
    await person.press("Upload the photo");
    await person.reads("The ask has a new photo");
  });

  await step("A7 finds the ask in the organization", async () => {
    await person.section("Organizations");
    await person.follow(org);
    await person.tab("Asks");
    await person.follow(`A second loom hall ${tag}`);
    await person.isAt(`A second loom hall ${tag}`);
  });

  const other = await meet("investor");
  await step("B1 follows the mail, and signs in on the way", async () => {
    await other.openMail(investor, "/intros/");
    await other.enter(investor);
    await other.reads("We weave at night");
  });

  await step("B2 accepts, and sees the address", async () => {
    await other.press("Accept");
    await other.reads("You can now see each other's e-mail address");
    await other.reads(address);
  });

  await step("B3 the founder sees the address of the investor", async () => {
    await person.section("Inbox");
    await person.tab("Introductions");
    await person.tab("Sent requests");
    await person.reads(investor);
  });
}
