// Changes to Swagger UI. Loaded before it is built, which happens when the page has loaded.

// As the reader's device is, and as it becomes.
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

const build = window.SwaggerUIBundle;

const plugin = {
  wrapComponents: {
    // A line that opens an operation is a button: a link within it could not be told apart.
    DeepLink:
      (_link, { React }) =>
      ({ text }) =>
        React.createElement('span', null, text),
    // A list to choose from needs a name: Swagger UI gives it none.
    ExamplesSelect:
      (Select, { React }) =>
      (props) =>
        React.createElement(
          'label',
          null,
          'Example: ',
          React.createElement(Select, { ...props, showLabels: false }),
        ),
    // There is one server, this one, and nothing to choose.
    ServersContainer: () => () => null,
  },
};

window.SwaggerUIBundle = Object.assign(
  (options) => build({ ...options, plugins: [...options.plugins, plugin] }),
  build,
);
