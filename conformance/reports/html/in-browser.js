// Shows exchanges when they are opened, copies commands, and opens what a link leads to. Everything from the target is set as text.
const data = document.getElementById("exchange-data");
let parsed;
const exchanges = () => {
  parsed ??= JSON.parse(data.textContent);
  return parsed;
};

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

/** JSON with line breaks and indents; its tokens stay as they are. */
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

const messageOf = (title, { head, body }) => {
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

const fill = (details) => {
  const { remarks, request, response } = exchanges()[Number(details.dataset.exchange)];
  const answer =
    typeof response === "string"
      ? element("div", { className: "message" }, element("h5", {}, "No response"), element("p", {}, response))
      : messageOf("Response", response);
  const notes = remarks.map((remark) => element("p", { className: "dim" }, remark));
  details.replaceChildren(details.firstElementChild, ...notes, messageOf("Request", request), answer);
  delete details.dataset.exchange;
};
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target.open && target.dataset.exchange !== undefined) fill(target);
  },
  true,
);

// The list, a hundred at a time.
const pageSize = 100;
const list = document.getElementById("exchange-list");
let start = 0;
let query = "";
const matches = ({ index, line, answer, caller }) =>
  query === "" || `#${index} ${line} ${answer} ${caller}`.toLowerCase().includes(query);
const rowOf = ({ index, line, answer, caller }) => {
  const details = element("details", { className: "exchange", id: `exchange-${index}` });
  details.dataset.exchange = index;
  const status = Number(answer);
  const answered = status >= 400 ? "refused" : "served";
  const className = Number.isNaN(status) ? "lost" : answered;
  const number = element("span", { className: "number" }, String(index));
  const shown = [number, " ", element("code", {}, line), " ", element("b", { className }, answer), " "];
  details.append(element("summary", {}, ...shown, element("small", {}, caller)));
  return details;
};
const showList = () => {
  const found = exchanges().filter(matches);
  start = Math.max(0, Math.min(start, Math.floor((found.length - 1) / pageSize) * pageSize));
  const shown = found.slice(start, start + pageSize);
  const move = (text, by) => {
    const button = element("button", { type: "button", disabled: !found[start + by] }, text);
    button.addEventListener("click", () => {
      start += by;
      showList();
    });
    return button;
  };
  const place = shown.length === 0 ? "none" : `${start + 1} to ${start + shown.length} of ${found.length}`;
  const pager = found.length > pageSize ? [move("Previous", -pageSize), " ", move("Next", pageSize), " "] : [];
  const status = element("p", { className: "pager" }, ...pager, element("span", { role: "status" }, place));
  list.lastElementChild.replaceChildren(status, ...shown.map(rowOf));
};
if (list !== null) {
  const field = element("input", { type: "search", placeholder: "path, status or key" });
  field.addEventListener("input", () => {
    query = field.value.trim().toLowerCase();
    start = 0;
    showList();
  });
  list.replaceChildren(element("label", { className: "filter" }, "Filter ", field), element("div"));
  // The data may be megabytes: it is parsed when the list comes near.
  const isNear = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      isNear.disconnect();
      if (list.lastElementChild.childElementCount === 0) showList();
    },
    { rootMargin: "800px" },
  );
  isNear.observe(list);
}

// A link to an exchange shows its part of the list; any link opens what hides its end.
const follow = () => {
  const id = decodeURIComponent(location.hash.slice(1));
  const index = /^exchange-(\d+)$/.exec(id)?.[1];
  if (index !== undefined && list !== null) {
    [query, list.querySelector("input").value] = ["", ""];
    start = Math.floor(Number(index) / pageSize) * pageSize;
    showList();
  }
  const end = document.getElementById(id);
  if (end === null) return;
  for (let at = end; at !== null; at = at.parentElement) if (at.localName === "details") at.open = true;
  end.scrollIntoView();
  end.querySelector("summary")?.focus({ preventScroll: true });
};
addEventListener("hashchange", follow);
document.addEventListener("click", ({ target }) => {
  if (target.closest?.("a")?.hash === location.hash && location.hash !== "") follow();
});
if (location.hash !== "") follow();

// Commands to copy.
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

// On paper every failure is open.
addEventListener("beforeprint", () => {
  for (const failure of document.querySelectorAll("details.failure")) failure.open = true;
});
