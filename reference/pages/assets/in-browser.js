// Gives each text that is there to be copied a button. Without it the text can be selected.
for (const block of document.querySelectorAll(".copyable")) {
  const text = block.textContent;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.setAttribute("aria-label", `Copy ${text.slice(0, 40)}`);
  const say = (word) => {
    button.textContent = word;
    setTimeout(() => {
      button.textContent = "Copy";
    }, 1500);
  };
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      say("Copied");
    } catch {
      // Only secure origins have a clipboard: the text is selected instead.
      getSelection().selectAllChildren(block.firstElementChild);
      say("Selected");
    }
  });
  block.append(button);
}
