// A line that opens an operation is a button: a link within it could not be told apart. Loaded before Swagger UI is
// built, which happens when the page has loaded.

const build = window.SwaggerUIBundle;

const plainSummaries = {
  wrapComponents: {
    DeepLink:
      (_link, { React }) =>
      ({ text }) =>
        React.createElement('span', null, text),
  },
};

window.SwaggerUIBundle = Object.assign(
  (options) => build({ ...options, plugins: [...options.plugins, plainSummaries] }),
  build,
);
