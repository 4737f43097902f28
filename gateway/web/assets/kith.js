// Adds a Copy button to each element of the class "copy". Browsers offer no clipboard on pages
// without TLS; there, a click selects the text instead.
const texts = navigator.clipboard ? document.querySelectorAll(".copy") : [];
for (const text of texts) {
  const button = document.createElement("button");
  const both = document.createElement("span");
  button.type = "button";
  button.className = "small";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text.textContent.trim());
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
  both.className = "copying";
  text.replaceWith(both);
  both.append(text, button);
}

// Shows times in the zone of the reader. A time in the zone of an event keeps its text; its
// title is the reader's time.
const local = new Intl.DateTimeFormat([], {
  day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit",
  timeZoneName: "short", hour12: false,
});
for (const time of document.querySelectorAll("time[datetime]")) {
  const text = local.format(new Date(time.dateTime));
  if (time.textContent.endsWith(" UTC")) time.textContent = text;
  else time.title = text;
}

// Adds the reader's time to the times of an event, unless it is the same there.
const zone = document.getElementById("zone");
for (const time of zone?.closest("dl").querySelectorAll("time") ?? []) {
  const at = new Date(time.dateTime);
  const seen = (timeZone) => at.toLocaleString([], { timeZone });
  const own = document.createElement("span");
  if (seen(zone.textContent) === seen()) continue;
  own.className = "quiet";
  own.textContent = ` (${local.format(at)} for you)`;
  time.after(own);
}

// Suggests the zones that the browser knows, and the reader's own for an empty field.
for (const input of document.querySelectorAll("input.zone")) {
  const list = document.createElement("datalist");
  list.id = `${input.id}-list`;
  for (const zone of Intl.supportedValuesOf?.("timeZone") ?? []) list.append(new Option(zone));
  input.after(list);
  input.setAttribute("list", list.id);
  input.value ||= local.resolvedOptions().timeZone;
}

// The menu of the bar closes when the focus leaves it, and with Escape.
const menu = document.querySelector(".menu-more");
menu?.addEventListener("focusout", (event) => {
  if (event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false;
});
menu?.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
