import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import { Note } from '../../../src/features/notes/note.entity.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aList, type TestList } from '../../support/list.factory.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const tagOf = ({ headers }: ApiAnswer): string => headers.get('etag') ?? '';

interface Place {
  school: TestSchool;
  ada: Student;
  token: string;
  list: TestList;
}
async function aPlace(): Promise<Place> {
  const school = await aSchool(t);
  const ada = await school.studentAtHome();
  const parent = await school.parentOf(ada);
  return { school, ada, token: parent.token, list: await aList(t, school, parent, [ada]) };
}

const LISTS: [string, (place: Place) => string][] = [
  ['the roster', ({ school }) => `/schools/${school.id}/students`],
  ['the full roster', ({ school }) => `/schools/${school.id}/students?full=true`],
  ['map markers', ({ school }) => `/schools/${school.id}/map-markers`],
  ['map markers of a list', ({ school, list }) => `/schools/${school.id}/map-markers?list=${list.id}`],
  ['lists', ({ school }) => `/schools/${school.id}/lists`],
  ['the parents on a list', ({ list }) => `/lists/${list.id}/guardians`],
  ['message recipients', ({ list }) => `/lists/${list.id}/message-recipients`],
  ['candidates', ({ list }) => `/lists/${list.id}/candidates`],
  ['categories', ({ school }) => `/schools/${school.id}/categories`],
  ['the calendar', ({ school }) => `/schools/${school.id}/calendar`],
  ['series', ({ school }) => `/schools/${school.id}/calendar/series`],
  ['staff', ({ school }) => `/schools/${school.id}/staff`],
  ['school features, which carry the moment', ({ school }) => `/schools/${school.id}/features`],
];
const ITEMS: [string, (place: Place) => string][] = [
  ['the session', () => '/me'],
  ['a student', ({ ada }) => `/students/${ada.id}`],
  ['a list', ({ list }) => `/lists/${list.id}`],
  ['a note', ({ ada }) => `/students/${ada.id}/note`],
];

describe('ETag', () => {
  it.each(LISTS)('stays weak on %s', async (_what, path) => {
    const place = await aPlace();
    const answer = await t.api.get(path(place), { token: place.token });
    expect(tagOf(answer)).toMatch(/^W\/"[\w-]{20,}"$/);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  });

  it.each(ITEMS)('stays strong on %s', async (_what, path) => {
    const place = await aPlace();
    const answer = await t.api.get(path(place), { token: place.token });
    expect(tagOf(answer)).toMatch(/^"[\w-]{20,}"$/);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  });

  it.each([...LISTS, ...ITEMS])('stays the same for %s as long as nothing changes', async (_what, path) => {
    const place = await aPlace();
    const first = await t.api.get(path(place), { token: place.token });
    t.clock.advance(1_000);
    const second = await t.api.get(path(place), { token: place.token });
    expect(tagOf(second)).toBe(tagOf(first));
  });

  it('changes with the content, and is another one for another caller who sees something else', async () => {
    const { school, ada, token } = await aPlace();
    const roster = `/schools/${school.id}/students?full=true`;
    const before = await t.api.get(roster, { token });
    await t.api.put(`/students/${ada.id}/note`, { token, body: { body: 'Mine' } });
    const after = await t.api.get(roster, { token });
    const other = await t.api.get(roster, { token: (await school.parent()).token });
    expect(tagOf(after)).not.toBe(tagOf(before));
    expect(tagOf(other)).not.toBe(tagOf(after));
  });

  it('stays away from a refusal or a write, which nobody may keep', async () => {
    const { school, ada, token } = await aPlace();
    for (const answer of [
      await t.api.get(`/schools/${school.id}/students`),
      await t.api.get('/students/none', { token }),
      await t.api.put(`/students/${ada.id}/note`, { token, body: { body: 'Mine' } }),
      await t.api.post(`/students/${ada.id}/star`, { token }),
    ]) {
      expect(answer.headers.get('etag')).toBeNull();
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
    }
  });
});

/** What becomes of a tag on its way (contract section 0, rule 11). */
const SPELLINGS: [string, (tag: string) => string][] = [
  ['W/"x"', (tag) => `W/${tag}`],
  ['"x-gzip"', (tag) => tag.replace(/"$/, '-gzip"')],
  ['"x;gzip"', (tag) => tag.replace(/"$/, ';gzip"')],
  ['"x-br"', (tag) => tag.replace(/"$/, '-br"')],
  ['W/"x-gzip"', (tag) => tag.replace(/^(.*)"$/, 'W/$1-gzip"')],
];

describe('If-None-Match', () => {
  it.each(SPELLINGS)('names the tag as compressing proxies hand it on: %s', async (_spelling, spelt) => {
    const { school, ada, token } = await aPlace();
    for (const path of [`/students/${ada.id}`, `/schools/${school.id}/students`]) {
      const strong = tagOf(await t.api.get(path, { token })).replace('W/', '');
      const status = async (tag: string) =>
        (await t.api.get(path, { token, headers: { 'if-none-match': tag } })).status;
      expect([await status(spelt(strong)), await status(spelt('"invented"'))]).toEqual([304, 200]);
    }
  });

  it.each([...LISTS, ...ITEMS])('answers 304 without a body on %s', async (_what, path) => {
    const place = await aPlace();
    const known = tagOf(await t.api.get(path(place), { token: place.token }));
    const answer = await t.api.get(path(place), { token: place.token, headers: { 'if-none-match': known } });
    expect([answer.status, answer.text]).toEqual([304, '']);
    expect(tagOf(answer)).toBe(known);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  });

  it('names several tags, in the weak or the strong spelling, or any', async () => {
    const { school, token } = await aPlace();
    const path = `/schools/${school.id}/students`;
    const known = tagOf(await t.api.get(path, { token }));
    const status = async (tags: string): Promise<number> =>
      (await t.api.get(path, { token, headers: { 'if-none-match': tags } })).status;
    expect(await status(`"a", ${known} , W/"b"`)).toBe(304);
    expect(await status(`W/"a,b",${known}`)).toBe(304);
    expect(await status(known.replace('W/', ''))).toBe(304);
    expect(await status('*')).toBe(304);
    expect(await status('W/"a", "b"')).toBe(200);
    expect(await status(known.replaceAll('"', ''))).toBe(200);
    expect(await status('')).toBe(200);
  });

  it('answers 304 whatever the client says about caches on the way', async () => {
    const { school, token } = await aPlace();
    const path = `/schools/${school.id}/students`;
    const known = tagOf(await t.api.get(path, { token }));
    for (const directive of ['no-cache', 'max-age=0', 'no-store']) {
      const headers = { 'if-none-match': known, 'cache-control': directive, pragma: 'no-cache' };
      expect((await t.api.get(path, { token, headers })).status).toBe(304);
    }
  });

  it('gives the new content once it has changed', async () => {
    const { school, token } = await aPlace();
    const path = `/schools/${school.id}/students`;
    const known = tagOf(await t.api.get(path, { token }));
    await school.student({ firstName: 'Ben' });
    const answer = await t.api.get(path, { token, headers: { 'if-none-match': known } });
    expect([answer.status, answer.body.students.length]).toEqual([200, 2]);
  });

  it('opens nothing: who is refused is refused with the right tag too', async () => {
    const { school, ada, token } = await aPlace();
    const stranger = await (await aSchool(t)).parent();
    for (const [path, status] of [
      [`/schools/${school.id}/students`, 403],
      [`/students/${ada.id}`, 404],
    ] as const) {
      const known = tagOf(await t.api.get(path, { token }));
      const headers = { 'if-none-match': known };
      expect((await t.api.get(path, { token: stranger.token, headers })).status).toBe(status);
      expect((await t.api.get(path, { headers })).status).toBe(401);
    }
  });
});

describe('If-Match on PUT /students/:studentId/note', () => {
  const write = ({ ada, token }: Place, body: string, ifMatch: string): Promise<ApiAnswer> =>
    t.api.put(`/students/${ada.id}/note`, { token, body: { body }, headers: { 'if-match': ifMatch } });
  const present = async ({ ada, token }: Place): Promise<string> =>
    tagOf(await t.api.get(`/students/${ada.id}/note`, { token }));
  const stored = async ({ ada }: Place): Promise<string[]> =>
    (await t.dataSource.manager.findBy(Note, { studentId: ada.id })).map((note) => note.body);

  it('refuses to change or to delete what the caller has not seen', async () => {
    const place = await aPlace();
    const beforeThereWasOne = await present(place);
    await write(place, 'First', '*');
    const first = await present(place);
    await write(place, 'Second', first);
    for (const stale of [beforeThereWasOne, first, '"invented"', '']) {
      expectError(await write(place, 'Third', stale), 409, 'conflict', 'stale');
      expectError(await write(place, '', stale), 409, 'conflict', 'stale');
    }
    expect(await stored(place)).toEqual(['Second']);
  });

  it.each(SPELLINGS)('takes the tag as compressing proxies hand it on: %s', async (_spelling, spelt) => {
    const place = await aPlace();
    expect((await write(place, 'First', spelt(await present(place)))).status).toBe(200);
    expectError(await write(place, 'Second', spelt('"invented"')), 409, 'conflict', 'stale');
  });

  it('takes the present tag, one among several, and any', async () => {
    const place = await aPlace();
    expect((await write(place, 'First', await present(place))).status).toBe(200);
    expect((await write(place, 'Second', `"a", ${await present(place)}`)).status).toBe(200);
    expect((await write(place, 'Third', '*')).status).toBe(200);
    expect((await write(place, '', await present(place))).status).toBe(200);
    expect(await stored(place)).toEqual([]);
  });

  it('lets one of ten writers with the same tag through', async () => {
    const place = await aPlace();
    for (const before of ['', 'Begun']) {
      await write(place, before, '*');
      const tag = await present(place);
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) => write(place, `Writer ${i}`, tag)),
      );
      const winners = answers.filter(({ status }) => status === 200);
      expect(winners).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
      expect(await stored(place)).toEqual([winners[0]?.body.note.body]);
    }
  });
});
