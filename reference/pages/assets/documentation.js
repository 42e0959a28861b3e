// Shows the API's document by Swagger UI, in the colours of the system.
const dark = matchMedia("(prefers-color-scheme: dark)");
const colour = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", colour);
colour();
SwaggerUIBundle({
  url: "/docs/openapi.json",
  dom_id: "#documentation",
  deepLinking: false,
  validatorUrl: null,
  persistAuthorization: false,
});
