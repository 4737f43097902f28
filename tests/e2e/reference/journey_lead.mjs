// A lead creates a project, adds a person, asks an organization for an affiliation, and
// writes the terms. The organization accepts, and the lead publishes progress.

export async function lead({ step, meet, tag }) {
  const project = `Night Loom ${tag}`;
  const org = `Guild ${tag}`;
  const person = await meet("lead");

  await step("E1 creates a project", async () => {
    await person.signIn(`lead-${tag}@example.org`);
    await person.section("Projects");
    await person.follow("New project");
    await person.fill("Name", project);
    await person.fill("Summary", "It runs at night.");
    await person.choose("Stage", "Validating");
    await person.press("Create the project");
    await person.reads("Add the people who build it");
  });

  await step("E2 adds a person who is found by name", async () => {
    await person.follow("Add a person");
    await person.fill("Find a member by name", `Milo ${tag}`);
    await person.press("Filter");
    await person.follow(`Choose Milo ${tag}`);
    await person.fill("Job title", "Mechanic");
    await person.press("Add to the project");
    await person.reads("Mechanic");
  });

  await step("E3 asks an organization, and writes the terms", async () => {
    await person.follow("Ask an organization");
    await person.choose("Organization", org);
    await person.choose("What the organization is to the project", "Program");
    await person.fill("Message", "May we join the spring program?");
    await person.press("Ask the organization");
    await person.fill("Terms", "Two percent.");
    await person.press("Save the terms");
    await person.reads("The affiliation is changed");
  });

  await step("E4 the organization accepts", async () => {
    const owner = await meet("owner");
    await owner.signIn(`owner-${tag}@example.org`);
    await owner.section("Inbox");
    await owner.tab("Waiting");
    await owner.follow(project);
    await owner.reads("Two percent.");
    await owner.press("Accept");
    await owner.reads("The affiliation is active");
  });

  await step("E5 publishes progress", async () => {
    await person.follow(project);
    await person.follow("Add progress");
    await person.choose("Kind", "Milestone");
    await person.fill("Title", "It runs");
    await person.press("Publish the entry");
    await person.follow(project);
    await person.reads("It runs");
    await person.reads(org);
  });
}
