/*
 * Runs in every frame before anything of the page: tells of whatever a text of somebody else's should not be able to
 * do, and plays a reader who points at, focuses and clicks everything. What it needs it takes before a page can put
 * something in its place.
 */
(() => {
  const { apply } = Reflect;
  const { querySelectorAll } = Document.prototype;
  const { getAttribute } = Element.prototype;
  const { dispatchEvent } = EventTarget.prototype;
  const focuses = [HTMLElement, SVGElement, MathMLElement].map((kind) => [kind, kind.prototype.focus]);
  const { parse } = JSON;
  const later = setTimeout.bind(window);
  const report = window.report;
  const hit = (what) => report(String(what));

  for (const name of ['alert', 'confirm', 'prompt', 'print', 'open', 'eval', 'msgbox'])
    Object.defineProperty(window, name, { value: () => hit(`calls ${name}`) });
  window.Function = () => hit('makes a function of a text');
  for (const name of ['setTimeout', 'setInterval']) {
    const native = window[name].bind(window);
    window[name] = (code, ...more) =>
      typeof code === 'string' ? hit(`${name} with a text`) : native(code, ...more);
  }
  navigator.sendBeacon = () => hit('sends a beacon');
  addEventListener('submit', () => hit('sends a form'), true);

  // A link may be followed when somebody clicks it; not now, since the page has to stay.
  const PLAIN = ['http:', 'https:', 'mailto:', 'tel:'];
  const isPlainLink = (node) => node instanceof HTMLAnchorElement && PLAIN.includes(node.protocol);
  addEventListener(
    'click',
    (event) => event.composedPath().some(isPlainLink) && event.preventDefault(),
    true,
  );

  const all = (root = document) => [...apply(querySelectorAll, root, ['*'])];
  const isOwn = (element) => apply(getAttribute, element, ['data-own']) !== null;
  const mouse = { bubbles: true, cancelable: true, composed: true };
  const MOVES = ['pointerover', 'pointerenter', 'mouseover', 'mouseenter', 'mousemove', 'pointerdown'];
  const PRESSES = ['mousedown', 'mouseup', 'click', 'dblclick', 'contextmenu'];

  function use(element) {
    for (const type of MOVES) apply(dispatchEvent, element, [new PointerEvent(type, mouse)]);
    const [, focus] = focuses.find(([kind]) => element instanceof kind) ?? [];
    if (focus) apply(focus, element, []);
    for (const type of PRESSES) apply(dispatchEvent, element, [new PointerEvent(type, mouse)]);
    apply(dispatchEvent, element, [new KeyboardEvent('keydown', mouse)]);
  }

  /** Points at, focuses and clicks the innermost elements first, and gives what starts by itself the time to start. */
  window.exercise = async (ms) => {
    for (const element of all().reverse()) {
      use(element);
    }
    await new Promise((resolve) => later(resolve, ms));
    for (const what of clobbered()) hit(what);
    if (document.baseURI !== location.href) hit('moves the base of addresses');
    for (const what of foreign(document)) hit(what);
  };

  const clobbered = () =>
    Object.entries({
      window: 'clobbered' in window,
      document: 'clobbered' in document,
      'document.cookie': typeof document.cookie !== 'string',
      'document.getElementById': typeof document.getElementById !== 'function',
      'document.body': document.body?.localName !== 'body',
    }).flatMap(([name, is]) => (is ? [`clobbers ${name}`] : []));

  const TAGS =
    'p br strong em u s h2 h3 h4 ul ol li blockquote a img table caption colgroup col thead tbody tfoot tr th td';
  const IS_ALLOWED = {
    'a href': (value, element) => PLAIN.includes(element.protocol) && /^(https?|mailto|tel):/.test(value),
    'a rel': (value) => value === 'noopener noreferrer',
    'img src': (value) => /^image:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value),
    'img alt': () => true,
    'td colspan': () => true,
    'td rowspan': () => true,
    'th colspan': () => true,
    'th rowspan': () => true,
  };

  /** What the contract does not allow in formatted text, as this browser has parsed it. */
  function foreign(root) {
    const elements = all(root).filter((element) => !isOwn(element));
    const nodes = document.createNodeIterator(root, NodeFilter.SHOW_COMMENT);
    const tags = elements.filter(
      ({ localName, namespaceURI }) =>
        !namespaceURI.endsWith('/xhtml') || !TAGS.split(' ').includes(localName),
    );
    const attributes = elements.flatMap((element) =>
      [...element.attributes]
        .filter(({ name, value }) => IS_ALLOWED[`${element.localName} ${name}`]?.(value, element) !== true)
        .map(({ name }) => `has ${name} on ${element.localName}`),
    );
    return [
      ...tags.map(({ localName }) => `has ${localName}`),
      ...attributes,
      ...(nodes.nextNode() ? ['has a comment'] : []),
    ];
  }

  /** Texts as this browser reads and writes them, without showing them. */
  window.readBack = (texts) =>
    parse(texts).map((text) => {
      const inert = document.implementation.createHTMLDocument();
      for (const element of inert.querySelectorAll('*')) element.setAttribute('data-own', '');
      inert.body.innerHTML = text;
      return { written: inert.body.innerHTML, foreign: foreign(inert) };
    });
})();
