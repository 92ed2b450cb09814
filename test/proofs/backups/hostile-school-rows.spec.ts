import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HostileOperator, NOBODY } from '../../support/proofs/hostile-operator.js';
import {
  each,
  first,
  type Rewriting,
  rowsChanged,
  saying,
  withText,
} from '../../support/files/rewritten-file.js';
import { FROM_THERE } from '../../support/schools/school-moves.js';

let by: HostileOperator;
beforeAll(async () => {
  by = await HostileOperator.begin();
}, 120_000);
afterAll(() => by.close());

describe('a school of a hostile operator is refused, and leaves nothing, that has', () => {
  it.each<[string, Rewriting, RegExp]>([
    // Rows that are read as others than they are looked at.
    [
      'a row that goes on in the next line',
      withText('stars', (text) => text.replace('\n', '\\\n')),
      /a row of stars is not/,
    ],
    [
      'a row with another end',
      withText('stars', (text) => text.replace('\n', '\r')),
      /a row of stars is not/,
    ],
    ['the mark of the end', withText('stars', (text) => `${text}\\.\n`), /a row of stars is not/],
    ['a value too many', withText('stars', (text) => text.replace('\n', '\tx\n')), /a row of stars is not/],
    [
      'a last row without an end',
      withText('stars', (text) => `${text}${text.trimEnd()}`),
      /does not end with a row/,
    ],
    // Objects.
    [
      'an attachment that is a photo of a student here',
      rowsChanged('attachments', (rows) =>
        first(() => ({ key: `student-photos/${by.living.life.ada.id}.png`, content_type: 'image/png' }))(
          rows,
        ),
      ),
      /a row of attachments has a key/,
    ],
    [
      'an attachment of a school here',
      rowsChanged('attachments', (rows) =>
        first(() => ({ key: `notices/${by.living.id}/a.pdf`, content_type: 'application/pdf' }))(rows),
      ),
      /a row of attachments has a key/,
    ],
    [
      'an image of a school here',
      rowsChanged('embedded_images', (rows) =>
        first(() => ({ key: `images/${by.living.id}/a.png`, content_type: 'image/png' }))(rows),
      ),
      /a row of embedded_images has a key/,
    ],
    [
      'a file of another type than its key',
      rowsChanged('attachments', (rows) => first(() => ({ content_type: 'text/html' }))(rows)),
      /a row of attachments has a key/,
    ],
    [
      'a picture with a name of another kind',
      rowsChanged('menu_entries', (rows) => each({ image_name: 'mine.png' })(rows)),
      /a row of menu_entries has a picture/,
    ],
    [
      'an object that none of its rows names',
      (manifest, parts) => {
        const key = `student-photos/${NOBODY}.png`;
        parts.set(`objects/${key}`, Buffer.from('x'));
        manifest.objects[key] = {
          bytes: 1,
          sha256: '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881',
        };
      },
      /objects that none of its rows names/,
    ],
    // What statements over all schools read.
    [
      'toggles that are none',
      rowsChanged('schools', (rows) => each({ features: '{"polls": "perhaps"}' })(rows)),
      /toggles of features are none/,
    ],
    [
      'a time zone that there is not',
      rowsChanged('schools', (rows) => each({ time_zone: 'Mars/Olympus' })(rows)),
      /not as a school is/,
    ],
    [
      'a language that there is not',
      rowsChanged('schools', (rows) => each({ locale: '!!' })(rows)),
      /not as a school is/,
    ],
    [
      'days of grace without end',
      rowsChanged('schools', (rows) => each({ grace_days: '2000000000' })(rows)),
      /not as a school is/,
    ],
    [
      'another name than it says',
      rowsChanged('schools', (rows) => each({ short_name: 'lincoln' })(rows)),
      /another name than it says/,
    ],
    [
      'an event in a time zone that there is not',
      rowsChanged('event_series', (rows) => each({ time_zone: 'Mars/Olympus' })(rows)),
      /a time zone that there is not/,
    ],
    [
      'a website that runs',
      rowsChanged('organizations', (rows) => first(() => ({ website: 'javascript:alert(1)' }))(rows)),
      /a website that is none of the web/,
    ],
    // What it says of itself.
    ['a time to come', saying({ created_at: '2999-01-01T00:00:00.000Z' }), /made at no time that can be/],
    ['a time long gone', saying({ created_at: '0900-01-01T00:00:00.000Z' }), /made at no time that can be/],
    ['a word to the terminal', saying({ product_version: '1\u001b]0;owned\u0007' }), /manifest is malformed/],
    ['an origin that is none', saying({ origin: 'javascript:alert(1)' }), /manifest is malformed/],
  ])('%s', async (_, change, reason) => {
    expect(await by.refused(await by.rewritten(change), ...FROM_THERE)).toMatch(reason);
  });

  it('a picture that another school has', async () => {
    const [{ name }] = await by.here.t.dataSource.query<[{ name: string }]>(
      'select image_name as name from menu_entries where school_id = $1',
      [by.living.id],
    );
    const taken = await by.rewritten(rowsChanged('menu_entries', (rows) => each({ image_name: name })(rows)));
    expect(await by.refused(taken, ...FROM_THERE)).toMatch(/a row of menu_entries has a picture that is not/);
  });
});
