import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { ValidationFailedError } from '../errors/app-error.js';
import { sanitizedRichText, storedRichText } from './rich-text.js';

const clean = (html: string): string | null => sanitizedRichText(html).html;
const IMAGE = randomUUID();
const REL = 'rel="noopener noreferrer"';

/** Of the usual collections: each one runs a script, or loads something, in some browser that is not told otherwise. */
const VECTORS = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr\0ipt>alert(1)</scr\0ipt>',
  '<<script>alert(1);//<</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
  '<img src="https://evil.example/pixel.png">',
  '<img src="//evil.example/pixel.png">',
  '<img """><script>alert(1)</script>">',
  `<img src="image:${IMAGE}" onload=alert(1) style="x:y" srcset="https://evil.example/a 2x">`,
  `<img src="image:${IMAGE}/../../x">`,
  '<image src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><a xlink:href="javascript:alert(1)">x',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<title><img src=x onerror=alert(1)></title>',
  '<template><script>alert(1)</script></template>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe><img src=x onerror=alert(1)></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="javascript:alert(1)">',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>x</details>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" java\tscript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="&#106;avascript&colon;alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a href="https://example.org" onclick="alert(1)" style="position:fixed" target=_top>x</a>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<style>@import "https://evil.example/x.css"</style>',
  '<link rel=stylesheet href=https://evil.example/x.css>',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<base href="https://evil.example/">',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?php echo 1 ?><script>alert(1)</script>',
  '<p/onclick=alert(1)>x',
  '<p><table><tr><td onclick=alert(1)><script>1</script>',
  '<a href="https://example.org/?a=1&quot; onclick=&quot;alert(1)">x</a>',
  `<img src="image:${IMAGE}" alt="&quot; onerror=&quot;alert(1)">`,
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<p>\u0338<script>alert(1)</script>',
];

/** Two that one must not hold, kept apart by what is dropped. */
const NESTED = ['<li>a<dl><li>b</li></dl></li>', '<p>a<span><h1>b', '<a href=//x><span><a href="tel:1">x'];

const TAG = String.raw`p|br|strong|em|u|s|h2|h3|h4|ul|ol|li|blockquote|table|caption|colgroup|col|thead|tbody|tfoot|tr|th|td`;
const WHOLE = new RegExp(
  String.raw`^(?:[^<>]|</?(?:${TAG})>|<t[hd](?: (?:col|row)span(?:="[^"<>]*")?)+>|</a>` +
    String.raw`|<a href="(?:https?:|mailto:|tel:)[^"<>]*" ${REL}>` +
    String.raw`|<img src="image:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}" alt(?:="[^"<>]*")?>)*$`,
  'i',
);

/** What no reader of the text can take for more than it is. */
function expectHarmless(html: string | null): void {
  expect(html ?? '').toMatch(WHOLE);
}

describe('Rich text', () => {
  it.each(VECTORS)('stays harmless after %j', (vector) => {
    expectHarmless(clean(vector));
    expectHarmless(clean(`<p>Before ${vector} after</p>`));
  });

  it.each([...VECTORS, ...NESTED])('stays the same when it is sanitised again: %j', (vector) => {
    const once = clean(vector);
    expect(clean(once ?? '')).toBe(once);
  });

  it('holds both for any soup of tags', () => {
    const names = 'p div span li ul td table a a b h1 h2 img br blockquote select svg';
    const tag = fc.constantFrom(...names.split(' '));
    const attribute = fc.constantFrom(
      '',
      ' href="https://example.org/?a=b&c"',
      ' href=javascript:x',
      ` src="image:${IMAGE}"`,
      ' onclick=x alt="<p>"',
      ' colspan=2',
      ' alt=a\u0338"',
    );
    const piece = fc.oneof(
      { weight: 6, arbitrary: fc.tuple(tag, attribute).map(([name, given]) => `<${name}${given}>`) },
      { weight: 2, arbitrary: tag.map((name) => `</${name}>`) },
      fc.string({ unit: 'grapheme', maxLength: 6 }),
      fc.constantFrom(...`&lt; &amp;lt; &nbsp; &#x338; \u0338 <!-- --> < > " ' e&#x301;`.split(' ')),
      fc.constantFrom(...VECTORS),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const once = clean(pieces.join(''));
        expectHarmless(once);
        expect(clean(once ?? '')).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps what the contract allows, letter by letter', () => {
    const html =
      '<h2>Team</h2><p>We <strong>run</strong>, <em>jump</em>, <u>throw</u> and <s>sleep</s>.<br>Come!</p>' +
      '<ul><li>One</li></ul><ol><li>Two</li></ol><blockquote>Three</blockquote><h3>A</h3><h4>B</h4>' +
      '<table><caption>C</caption><thead><tr><th colspan="2">Day</th></tr></thead><tbody><tr><td>Mon</td></tr></tbody></table>' +
      `<p><a href="https://example.org/a?b=1&amp;c=2" ${REL}>x</a><a href="mailto:a@example.org" ${REL}>y</a>` +
      `<a href="tel:+15550100" ${REL}>z</a></p><img src="image:${IMAGE}" alt="The field">`;
    expect(sanitizedRichText(html)).toEqual({ html, imageIds: [IMAGE] });
  });

  it.each([
    ['<b>x</b> <i>y</i> <strike>z</strike> <del>w</del>', '<strong>x</strong> <em>y</em> <s>z</s> <s>w</s>'],
    ['<h1>x</h1><h5>y</h5><h6>z</h6>', '<h2>x</h2><h4>y</h4><h4>z</h4>'],
    ['<p class="a" id="b">x</p>', '<p>x</p>'],
    ['<a href="/students">x</a> <a>y</a> <a href="#top">z</a>', 'x y z'],
    [
      '<td>x</td><table><tr><td>y</td></tr></table><tr><td>z</td></tr>',
      '<p>x</p><table><tr><td>y</td></tr></table><p>z</p>',
    ],
    ['x<br/>y<br />z', 'x<br>y<br>z'],
    ['5 < 6 & 7 > 2', '5 &lt; 6 &amp; 7 &gt; 2'],
    ['Zoe\u0308 e&#x301;', 'Zo\u00eb \u00e9'],
    ['  <p>x</p>\n', '<p>x</p>'],
    ['lone \ud800 surrogate and \0 NUL', 'lone \ufffd surrogate and  NUL'],
  ])('writes %j as %j', (given, written) => {
    expect(clean(given)).toBe(written);
  });

  it.each(['', ' \n', '<p></p>', '<p><br></p>', '<p>&nbsp;\u00a0</p>', '<div> </div>', '<script>x</script>'])(
    'becomes null when it shows nothing: %j',
    (html) => {
      expect(sanitizedRichText(html)).toEqual({ html: null, imageIds: [] });
    },
  );

  it('names each embedded image once, and drops references that cannot be one', () => {
    const other = randomUUID();
    const html = [IMAGE, other, IMAGE.toUpperCase(), 'x', `${other}"`].map((id) => `<img src='image:${id}'>`);
    expect(sanitizedRichText(html.join('')).imageIds).toEqual([IMAGE, other]);
    expect(clean('<img src="image:x">')).toBeNull();
  });

  it('says of text that only looks like an image that it is none', () => {
    expect(sanitizedRichText(`&lt;img src="image:${IMAGE}" alt=""&gt;`).imageIds).toEqual([]);
  });

  it.each([
    '<p>',
    '<em>',
    '<a href="x">',
    '<a href=x>y</a>',
    '<img src=x>',
    '<li><div>',
    '<h2>',
    '<span><b><div>',
    '<ul><table>',
    'x<hr><i>',
    '<iframe>',
    '&',
    '<!--',
    '<svg><p>',
  ])('takes no long time for 50,000 characters of %s', (piece) => {
    expect(clean(piece.repeat(50_000 / piece.length))).toBeDefined();
  });
});

describe('a rich text that is stored', () => {
  it('takes 10,000 tags, and refuses more before it reads them', () => {
    expect(storedRichText('body', `Go${'<br>'.repeat(10_000)}on`)).not.toBeNull();
    for (const text of [`Go${'<br>'.repeat(10_001)}on`, '<'.repeat(50_000), `Go${'<b>'.repeat(10_001)}`])
      expect(() => storedRichText('body', text)).toThrow(ValidationFailedError);
  });

  it('refuses lines that would become more tags', () => {
    const lines = (count: number) => `<pre>${'a\n'.repeat(count)}b</pre>`;
    expect(storedRichText('body', lines(9_000))).not.toBeNull();
    expect(() => storedRichText('body', lines(10_100))).toThrow(ValidationFailedError);
  });
});
