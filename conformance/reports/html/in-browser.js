// The script of the HTML report: renders an exchange when it is opened, lists all exchanges, opens the target of a link, and copies
// commands. Text of the server under test is only ever set as text, never as HTML.

let parsed;
/** The exchanges as `exchanges.ts` writes them; parsed when they are first needed, because they may be megabytes. */
const exchanges = () => {
  parsed ??= JSON.parse(document.getElementById("exchange-data").textContent);
  return parsed;
};

const element = (name, properties = {}, ...children) => {
  const created = Object.assign(document.createElement(name), properties);
  created.append(...children);
  return created;
};

/** Adds line breaks and indents to JSON, without parsing it: so numbers and escapes are shown as the server wrote them. */
const indented = (text) => {
  let depth = 0;
  return text.replace(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g, (token) => {
    if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
    else if (token === ":") return ": ";
    else if (token !== ",") return token;
    const line = `\n${"  ".repeat(Math.max(0, depth))}`;
    return token === "}" || token === "]" ? line + token : token + line;
  });
};
const isJson = (text) => {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
};

/** A request or a response: its head and its body. A button switches between indented JSON and the body as sent. */
const renderMessage = (title, { head, body }) => {
  const text = body.join("\n");
  const block = element("div", { className: "message" }, element("h5", {}, title));
  block.append(element("pre", { tabIndex: 0 }, head.join("\n")));
  if (text === "") return block;
  const pre = element("pre", { tabIndex: 0, className: "body" }, text);
  if (isJson(text)) {
    const button = element("button", { type: "button" }, "as sent");
    const show = (isIndented) => {
      button.setAttribute("aria-pressed", String(!isIndented));
      pre.textContent = isIndented ? indented(text) : text;
    };
    button.addEventListener("click", () => show(button.getAttribute("aria-pressed") === "true"));
    show(true);
    block.append(button);
  }
  block.append(pre);
  return block;
};

/** Renders an exchange into its `details` element. */
const renderExchange = (details) => {
  const { remarks, request, response } = exchanges()[Number(details.dataset.exchange)];
  const answer =
    typeof response === "string"
      ? element("div", { className: "message" }, element("h5", {}, "No response"), element("p", {}, response))
      : renderMessage("Response", response);
  const notes = remarks.map((remark) => element("p", { className: "dim" }, remark));
  details.replaceChildren(details.firstElementChild, ...notes, renderMessage("Request", request), answer);
  delete details.dataset.exchange;
};
// `toggle` does not bubble, so the document listens in the capture phase.
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target.open && target.dataset.exchange !== undefined) renderExchange(target);
  },
  true,
);

// The list of all exchanges: a hundred on each page, with a filter.
const pageSize = 100;
const list = document.getElementById("exchange-list");
let start = 0;
let query = "";
const matches = ({ index, line, answer, caller }) =>
  query === "" || `#${index} ${line} ${answer} ${caller}`.toLowerCase().includes(query);
const renderRow = ({ index, line, answer, statusClass, caller }) => {
  const details = element("details", { className: "exchange", id: `exchange-${index}` });
  details.dataset.exchange = index;
  const number = element("span", { className: "number" }, String(index));
  const status = element("b", { className: statusClass }, answer);
  const shown = [number, " ", element("code", {}, line), " ", status, " ", element("small", {}, caller)];
  details.append(element("summary", {}, ...shown));
  return details;
};
const renderList = () => {
  const found = exchanges().filter(matches);
  start = Math.max(0, Math.min(start, Math.floor((found.length - 1) / pageSize) * pageSize));
  const shown = found.slice(start, start + pageSize);
  const pageButton = (text, step) => {
    const button = element("button", { type: "button", disabled: !found[start + step] }, text);
    button.addEventListener("click", () => {
      start += step;
      renderList();
    });
    return button;
  };
  const range = shown.length === 0 ? "none" : `${start + 1} to ${start + shown.length} of ${found.length}`;
  const buttons =
    found.length > pageSize ? [pageButton("Previous", -pageSize), " ", pageButton("Next", pageSize), " "] : [];
  const pager = element("p", { className: "pager" }, ...buttons, element("span", { role: "status" }, range));
  list.lastElementChild.replaceChildren(pager, ...shown.map(renderRow));
};
if (list !== null) {
  const field = element("input", { type: "search", placeholder: "path, status or key" });
  field.addEventListener("input", () => {
    query = field.value.trim().toLowerCase();
    start = 0;
    renderList();
  });
  list.replaceChildren(element("label", { className: "filter" }, "Filter ", field), element("div"));
  // Rendered when the reader scrolls near it.
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      if (list.lastElementChild.childElementCount === 0) renderList();
    },
    { rootMargin: "800px" },
  );
  observer.observe(list);
}

/** Goes to the element that the URL's fragment names: shows its page of the list if it is an exchange, and opens all `details` around it. */
const showFragment = () => {
  const id = decodeURIComponent(location.hash.slice(1));
  const index = /^exchange-(\d+)$/.exec(id)?.[1];
  if (index !== undefined && list !== null) {
    [query, list.querySelector("input").value] = ["", ""];
    start = Math.floor(Number(index) / pageSize) * pageSize;
    renderList();
  }
  const linked = document.getElementById(id);
  if (linked === null) return;
  for (let at = linked; at !== null; at = at.parentElement) if (at.localName === "details") at.open = true;
  linked.scrollIntoView();
  linked.querySelector("summary")?.focus({ preventScroll: true });
};
addEventListener("hashchange", showFragment);
// A second click on the same link changes no fragment.
document.addEventListener("click", ({ target }) => {
  if (target.closest?.("a")?.hash === location.hash && location.hash !== "") showFragment();
});
if (location.hash !== "") showFragment();

/** A browser may refuse the clipboard to a page that was opened as a file; then a selected text field is copied. */
const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = element("textarea", { value: text, className: "unseen" });
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
};
for (const pre of document.querySelectorAll(".command pre")) {
  const button = element("button", { type: "button" }, "Copy");
  button.setAttribute("aria-label", `Copy: ${pre.textContent.slice(0, 80)}`);
  button.addEventListener("click", async () => {
    await copy(pre.textContent);
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 1500);
  });
  pre.after(button);
}

// Every failure is printed open.
addEventListener("beforeprint", () => {
  for (const failure of document.querySelectorAll("details.failure")) failure.open = true;
});
