// Changes to Swagger UI. Loaded before it is built, which happens when the page has loaded.

const build = window.SwaggerUIBundle;

const plugin = {
  wrapComponents: {
    // A line that opens an operation is a button: a link within it could not be told apart.
    DeepLink:
      (_link, { React }) =>
      ({ text }) =>
        React.createElement('span', null, text),
    // There is one server, this one, and nothing to choose.
    ServersContainer: () => () => null,
  },
};

window.SwaggerUIBundle = Object.assign(
  (options) => build({ ...options, plugins: [...options.plugins, plugin] }),
  build,
);
