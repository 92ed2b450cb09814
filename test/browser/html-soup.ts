import fc from 'fast-check';

const TAGS = (
  'p div span li ul ol td th tr tbody thead table caption col a b i u s h1 h2 h3 img br blockquote select option ' +
  'svg math mtext mglyph style script title template noscript textarea form input iframe annotation-xml foreignObject'
).split(' ');

const IMAGE = 'image:11111111-1111-4111-8111-111111111111';

const ATTRIBUTES = [
  'href="https://example.org/?a=b&c=d"',
  'href=javascript:alert(1)',
  "href='java&Tab;script:alert(1)'",
  `src="${IMAGE}"`,
  'src=x',
  'alt="<p>"',
  "alt='\"><img src=x>'",
  'onclick=alert(1)',
  'style=color:red',
  'id=clobbered',
  'colspan=2',
  'rowspan="2"',
  'title="</noscript><img src=x>"',
  'encoding=text/html',
  '/',
  '"',
  "'",
  '=',
  '`',
];

const TEXTS = [
  ...['&lt;', '&amp;lt;', '&nbsp;', '&#x338;', '\u0338', '&#0;', '&colon;', '&notit;', '&#60img', '&'],
  ...[
    '<!--',
    '-->',
    '--!>',
    '<!-->',
    '<![CDATA[',
    ']]>',
    '<?x',
    '<!doctype html>',
    '</',
    '<',
    '>',
    '\0',
    '\ud800',
  ],
];

const attributes = fc
  .array(fc.constantFrom(...ATTRIBUTES), { maxLength: 3 })
  .map((some) => some.map((one) => ` ${one}`).join(''));

/** Tags, attributes and entities in no order; now and then one of the vectors. */
export const soup = (vectors: string[]): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        {
          weight: 6,
          arbitrary: fc.tuple(fc.constantFrom(...TAGS), attributes).map(([t, a]) => `<${t}${a}>`),
        },
        { weight: 3, arbitrary: fc.constantFrom(...TAGS).map((tag) => `</${tag}>`) },
        { weight: 2, arbitrary: fc.constantFrom(...TEXTS) },
        { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 5 }) },
        { weight: 1, arbitrary: fc.constantFrom(...vectors) },
      ),
      { maxLength: 25 },
    )
    .map((pieces) => pieces.join(''));
