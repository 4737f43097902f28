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
