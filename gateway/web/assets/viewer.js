// Shows the OpenAPI document of this instance in Swagger UI. The page keeps a pasted token only
// until it is closed, and never sends the session cookie.
SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#viewer",
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null,
  requestInterceptor: (request) => Object.assign(request, { credentials: "omit" }),
});

// Swagger UI gives its selections no names.
new MutationObserver(() => {
  for (const list of document.querySelectorAll("#viewer select:not([aria-label])")) {
    list.setAttribute("aria-label", list.closest("td") ? "Value" : "Media type");
  }
}).observe(document.getElementById("viewer"), { childList: true, subtree: true });
