// Shows the API's document by Swagger UI, within the page's own headings, landmarks and field for the key.

/** The description and the operations; title, servers, landmark and the dialog for keys of Swagger UI's layout are left out. */
const pageLayout = ({ React: { createElement: h } }) => ({
  components: {
    PageLayout({ getComponent, specSelectors }) {
      if (specSelectors.loadingStatus() !== "success") return h("p", { role: "status" }, "The document is being read…");
      const { description = "" } = specSelectors.info().toJS();
      const about = h(getComponent("Markdown", true), { source: description });
      const parts = [h(getComponent("errors", true)), h(getComponent("operations", true))];
      return h("div", { className: "swagger-ui" }, about, h("h2", {}, "Endpoints"), ...parts);
    },
  },
  wrapComponents: {
    authorizeOperationBtn: () => () => null,
    // Its select has no name of its own.
    ExamplesSelect: (Original) => (properties) =>
      h("label", {}, h("span", { className: "unseen" }, "Example"), h(Original, properties)),
    TextArea: (Original) => (properties) => h(Original, { "aria-label": "Request body", ...properties }),
  },
});

const documentation = SwaggerUIBundle({
  url: "/docs/openapi.json",
  dom_id: "#documentation",
  layout: "PageLayout",
  plugins: [pageLayout],
  validatorUrl: null,
  syntaxHighlight: { activated: false },
  defaultModelsExpandDepth: -1,
});

// Requests are sent with the key that is in the field, which is kept nowhere.
document.getElementById("key").addEventListener("input", ({ target }) => {
  const key = target.value.trim();
  if (key === "") documentation.authActions.logout(["bearer"]);
  else documentation.preauthorizeApiKey("bearer", key);
});
