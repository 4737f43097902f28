// Puts a button beside everything that is there to be copied. Without it, one click selects all.
// Browsers have no clipboard for pages that came without TLS.
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
