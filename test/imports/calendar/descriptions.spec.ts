import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { codes, ForeignCalendars, given } from './foreign-calendars.js';
import { event, file } from './ics-text.js';

/* What events say of themselves: HTML, plain text with angle brackets, line breaks that nobody has escaped. */

let calendars: ForeignCalendars;
beforeAll(async () => (calendars = await ForeignCalendars.create()));
afterAll(() => calendars.close());
beforeEach(() => calendars.empty());

const bring = (text: string) => calendars.bring(text);

/** `DESCRIPTION` of the one event, as it is stored. */
const description = async (): Promise<string | null> => {
  const [row] = await calendars.importer.rows<{ description: string | null }>(
    'select description from events',
  );
  return row!.description;
};

describe('A description', () => {
  const one = (...lines: string[]) =>
    file(event('UID:d', 'DTSTART;VALUE=DATE:20261217', 'SUMMARY:Fair', ...lines));

  it('with HTML is rich text, and without it is what it says', async () => {
    expect(codes(await bring(given('description-html')))).toEqual([[], []]);
    const rows = await calendars.importer.rows('select title, description from events order by start_date');
    expect(rows).toEqual([
      {
        title: 'Candle service',
        description: '<p>Infants 2:30</p><p>Juniors <strong>6:00</strong><br>Bring a lamp</p>',
      },
      { title: 'Maths evening', description: '<p>We show why x &lt; y and 3 &gt; 2<br>Tea &amp; cake</p>' },
    ]);
  });

  it.each([
    ['a < b and c > d', '<p>a &lt; b and c &gt; d</p>'],
    ['if a<b then <none> of <b>', '<p>if a&lt;b then &lt;none&gt; of &lt;b&gt;</p>'],
    ['Write to Kim <kim@x.example>', '<p>Write to Kim &lt;kim@x.example&gt;</p>'],
    ['Tea &amp; cake&#33; caf&eacute;', '<p>Tea &amp; cake! café</p>'],
    ['Today: <p> and <table>', '<p>Today: &lt;p&gt; and &lt;table&gt;</p>'],
    ['<P>One<P CLASS="x">Two', '<p>One</p><p>Two</p>'],
    ['<p>Map: <img src="https://x.example/a.png" alt="way in"></p>', '<p>Map: way in</p>'],
    ['AT&T\\; R&D', '<p>AT&amp;T; R&amp;D</p>'],
    ['First<br>second<BR/>third', 'First<br>second<br>third'],
    ['<br>', null],
    ['One\\n<b>two</b>\\nthree', 'One<br><strong>two</strong><br>three'],
    ['<div>One</div><div>Two</div>', '<p>One</p><p>Two</p>'],
    ['&lt;p&gt;Infants&lt;/p&gt;', '<p>Infants</p>'],
    [
      'See <a href="https://x.example/a">the page</a>',
      'See <a href="https://x.example/a" rel="noopener noreferrer">the page</a>',
    ],
    ['<script>alert(1)</script><p>Fair</p>', '<p>Fair</p>'],
  ])('keeps what can be kept of %s', async (text, expected) => {
    await bring(one(`DESCRIPTION:${text}`));
    expect(await description()).toBe(expected);
  });

  it.each([
    [
      'X-ALT-DESC',
      [
        'DESCRIPTION:Bring a lamp',
        'X-ALT-DESC;FMTTYPE=text/html:<html><body><p>Bring <b>a</b> lamp</p></body></html>',
      ],
      [],
    ],
    [
      'ALTREP',
      ['DESCRIPTION;ALTREP="data:text/html,%3Cp%3EBring%20%3Cb%3Ea%3C%2Fb%3E%20lamp%3C%2Fp%3E":Bring a lamp'],
      [],
    ],
    ['FMTTYPE', ['DESCRIPTION;FMTTYPE=text/html:<p>Bring <b>a</b> lamp</p>'], []],
    [
      'X-ALT-DESC that lacks a word',
      ['DESCRIPTION:<p>Bring <b>a</b> lamp</p>', 'X-ALT-DESC;FMTTYPE=text/html:<p>Bring it</p>'],
      ['text_differs Bring it'],
    ],
  ])('comes from %s', async (_, lines, warnings) => {
    expect(codes(await bring(one(...lines)))).toEqual([[], warnings]);
    expect(await description()).toBe('<p>Bring <strong>a</strong> lamp</p>');
  });

  it('keeps its line breaks as they are written', async () => {
    expect(codes(await bring(given('description-raw-line-breaks')))).toEqual([[], []]);
    expect(await description()).toBe('<p>Teacher: Kim<br>Room change: now B 12<br>Please bring: goggles</p>');
    expect(await calendars.importer.rows('select title, location from events')).toEqual([
      { title: 'Laboratory', location: 'Room 4' },
    ]);
  });

  it.each([
    ['Note: bring pens', '<p>One<br>Note: bring pens</p>'],
    ['URL: https://x.example', '<p>One<br>URL: https://x.example</p>'],
    ['End: 5 pm', '<p>One<br>End: 5 pm</p>'],
    ['Location: the gym', '<p>One<br>Location: the gym</p>'],
    ['', '<p>One</p>'],
    ['\r\nTwo', '<p>One</p><p>Two</p>'],
  ])('goes on with %j', async (line, expected) => {
    const text = one('DESCRIPTION:One', line, 'LOCATION:Room 4');
    for (const eol of ['\r\n', '\n', '\r']) {
      await calendars.empty();
      expect(codes(await bring(`\uFEFF${text.replaceAll('\r\n', eol)}`))).toEqual([[], []]);
      expect(await description()).toBe(expected);
    }
  });

  it('appears by its line where it cannot be kept', async () => {
    const text = one('LOCATION:Room 4', 'second door', 'Third: floor', 'DESCRIPTION:One', 'DESCRIPTION:Two');
    const report = await bring(text);
    expect(report.warnings.map(({ line, code, value }) => [line, code, value])).toEqual([
      [8, 'unreadable_line', 'second door'],
      [9, 'unreadable_line', 'Third: floor'],
      [11, 'repeated_text', 'Two'],
    ]);
  });
});
