// Shows the OpenAPI document of this instance in Swagger UI. The page keeps a pasted token only
// until it is closed, and never sends the session cookie.

// Swagger UI writes a second <main>. This plugin turns it into a <div>.
const withoutMain = (element) => {
  if (Array.isArray(element)) return element.map(withoutMain);
  if (!element?.props) return element;
  const { children } = element.props;
  return {
    ...element,
    type: element.type === "main" ? "div" : element.type,
    props: children ? { ...element.props, children: withoutMain(children) } : element.props,
  };
};
let Layout;
const oneMain = {
  wrapComponents: {
    // The component is a boundary for errors around the layout.
    BaseLayout: (Boundary) => class extends Boundary {
      render() {
        const boundary = super.render();
        const layout = boundary.props.children;
        Layout ??= class extends layout.type {
          render() {
            return withoutMain(super.render());
          }
        };
        return { ...boundary, props: { ...boundary.props, children: { ...layout, type: Layout } } };
      }
    },
  },
};

SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#viewer",
  plugins: [() => oneMain],
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

// Swagger UI gives its selections no names, and leaves out a level of headings.
new MutationObserver(() => {
  for (const list of document.querySelectorAll("#viewer select:not([aria-label])")) {
    list.setAttribute("aria-label", list.closest("td") ? "Value" : "Media type");
  }
  for (const heading of document.querySelectorAll("#viewer h3:not([aria-level])")) {
    heading.setAttribute("aria-level", "2");
  }
}).observe(document.getElementById("viewer"), { childList: true, subtree: true });
