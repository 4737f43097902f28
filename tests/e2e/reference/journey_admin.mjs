// An administrator approves a member, resolves a report, and suspends its author.

export async function administrator({ step, meet, tag }) {
  const admin = await meet("admin");
  const reader = await meet("reader");
  const title = `Cheap looms ${tag}`;

  await step("F1 approves a member", async () => {
    await admin.signIn("root@example.org");
    await admin.section("Admin");
    await admin.press("Approve", `pending-${tag}@example.org`);
    await admin.reads("The member is approved");
  });

  await step("F2 a member reports an ask", async () => {
    await reader.signIn(`reader-${tag}@example.org`);
    await reader.section("Asks");
    await reader.follow(title);
    await reader.unfold("Report this ask");
    await reader.fill("What is wrong", "An advertisement.");
    await reader.press("Report this ask");
    await reader.reads("The administrators will look at it");
  });

  await step("F3 reads what was reported, and removes it", async () => {
    await admin.follow("Reports");
    await admin.follow(title);
    await admin.isAt(title);
    await admin.page.goBack();
    await admin.unfold("Remove it", title);
    await admin.fill("Why?", "An advertisement.", title);
    await admin.press("Remove it", title);
    await admin.reads("its reports are resolved");
  });

  await step("F4 suspends the author", async () => {
    await admin.follow("Members");
    await admin.fill("Name or address", `seller-${tag}`);
    await admin.press("Filter");
    await admin.unfold("Manage", `seller-${tag}`);
    await admin.fill("Why?", "Advertises.", `seller-${tag}`);
    await admin.press("Suspend", `seller-${tag}`);
    await admin.reads("The member is suspended");
  });

  await step("F5 the suspended member is told", async () => {
    const seller = await meet("seller");
    await seller.signIn(`seller-${tag}@example.org`);
    await seller.reads("suspended");
  });
}
