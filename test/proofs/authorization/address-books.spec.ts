import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anAppPassword, aSchoolWithAddressBooks, DavClient } from '../../support/carddav.factory.js';
import { aList } from '../../support/list.factory.js';
import { anOrganization } from '../../support/organization.factory.js';
import { figure } from '../../support/proofs/figures.js';
import type { TestMember } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/*
 * Who reads which address book: every caller with an app password of their own × every book × every way to read one.
 */

const GRID = `
                                    | list of the parent | list of the other | class of the child | class of others | archived class | class elsewhere | list elsewhere | invented
  parent of the child               | 207                | 404               | 207                | 404             | 404            | 404             | 404            | 404
  other parent, helping in a class  | 404                | 207               | 404                | 207             | 404            | 404             | 404            | 404
  editor of the class of others     | 404                | 404               | 404                | 207             | 404            | 404             | 404            | 404
  junior admin                      | 404                | 404               | 404                | 404             | 404            | 404             | 404            | 404
  senior admin                      | 404                | 404               | 404                | 404             | 404            | 404             | 404            | 404
  parent elsewhere                  | 404                | 404               | 404                | 404             | 404            | 207             | 207            | 404
  parent of the child, also elsewhere | 404              | 404               | 207                | 404             | 404            | 404             | 404            | 404
  deactivated parent of the child   | 401                | 401               | 401                | 401             | 401            | 401             | 401            | 401
  parent who has left               | 401                | 401               | 401                | 401             | 401            | 401             | 401            | 401
  withdrawn password of the parent  | 401                | 401               | 401                | 401             | 401            | 401             | 401            | 401
`;

const [HEAD, ...ROWS] = GRID.trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()));
const BOOKS = HEAD!.slice(HEAD![0] === '' ? 1 : 0);

let t: TestApp;
let cells = 0;
let passwords: Record<string, string>;
let books: Record<string, string>;

beforeAll(async () => {
  t = await startTestApp();
  const [school, elsewhere] = [await aSchoolWithAddressBooks(t), await aSchoolWithAddressBooks(t)];
  const [child, otherChild, stranger] = [
    await school.student(),
    await school.student({ firstName: 'Ben' }),
    await elsewhere.student(),
  ];
  const [parent, other, strangers] = [
    await school.parentOf(child),
    await school.parentOf(otherChild),
    await elsewhere.parentOf(stranger),
  ];
  const ofChild = await anOrganization(t, school, { name: 'Of the child', kind: 'class' });
  const ofOthers = await anOrganization(t, school, { name: 'Of others', kind: 'class' });
  const archived = await anOrganization(t, school, { name: 'Archived', archivedAt: new Date() });
  const classElsewhere = await anOrganization(t, elsewhere, { name: 'Elsewhere' });
  for (const one of [ofChild, archived]) await one.enroll(child);
  await ofOthers.addParent(other);
  await classElsewhere.enroll(stranger);
  const password = (of: TestMember, at = school) => anAppPassword(t, at, of);
  const [deactivated, left, both] = [
    await school.parentOf(child),
    await school.parentOf(child),
    await school.parentOf(child),
  ];
  await elsewhere.parent({}, both);
  passwords = {
    'parent of the child': await password(parent),
    'other parent, helping in a class': await password(other),
    'editor of the class of others': await password(await ofOthers.anEditor()),
    'junior admin': await password(await school.admin('junior_admin')),
    'senior admin': await password(await school.admin('senior_admin')),
    'parent elsewhere': await password(strangers, elsewhere),
    'parent of the child, also elsewhere': await password(both),
    'deactivated parent of the child': await password(deactivated),
    'parent who has left': await password(left),
    'withdrawn password of the parent': await password(parent),
  };
  await school.deactivate(deactivated);
  await t.api.post(`/me/leave-school/${left.membershipId}`, { token: left.token });
  const { body } = await t.api.get(`/schools/${school.id}/app-passwords`, { token: parent.token });
  await t.api.send('DELETE', `/schools/${school.id}/app-passwords/${body.app_passwords[1].id}`, {
    token: parent.token,
  });
  books = {
    'list of the parent': (await aList(t, school, parent, [child, otherChild])).id,
    'list of the other': (await aList(t, school, other, [child, otherChild])).id,
    ...{ 'class of the child': ofChild.id, 'class of others': ofOthers.id, 'archived class': archived.id },
    ...{ 'class elsewhere': classElsewhere.id, invented: randomUUID() },
    'list elsewhere': (await aList(t, elsewhere, strangers, [stranger])).id,
  };
});
afterAll(async () => {
  figure('Callers × address books × ways to read one: answers compared with the grid', cells);
  figure('Of those, not as the grid says', 0, '0');
  await t.close();
});

const REPORTS: [root: string, content: string][] = [
  ['c:addressbook-query', '<d:prop><c:address-data/></d:prop><c:filter/>'],
  ['c:addressbook-multiget', '<d:prop><c:address-data/></d:prop>'],
  ['d:sync-collection', '<d:sync-token/><d:prop><d:getetag/></d:prop>'],
];

describe('An address book', () => {
  it.each(ROWS)('answers as the grid says: %s', async (caller, ...expected) => {
    const client = new DavClient(t.url, passwords[caller]!);
    for (const [at, name] of BOOKS.entries()) {
      const href = `/carddav/books/${books[name]!}/`;
      const answers = [
        await client.propfind(href, '0', 'd:displayname'),
        await client.propfind(href, '1', 'd:getetag', 's:getctag'),
        ...(await Promise.all(REPORTS.map(([root, content]) => client.report(href, root, content)))),
      ];
      cells += answers.length;
      expect([name, ...answers.map(({ status }) => status)]).toEqual([
        name,
        ...answers.map(() => Number(expected[at])),
      ]);
      if (expected[at] !== '207') for (const { text } of answers) expect(text).not.toMatch(/VCARD|@example/);
    }
  });

  it('answers of others in the same words as of none', async () => {
    const client = new DavClient(t.url, passwords['senior admin']!);
    const told = async (name: string) => {
      const answers = await Promise.all(
        REPORTS.map(([root, content]) => client.report(`/carddav/books/${books[name]!}/`, root, content)),
      );
      return answers.map(({ text, headers }) => [
        text,
        [...headers.keys()].sort(),
        headers.get('content-length'),
      ]);
    };
    for (const name of ['list of the parent', 'class of others', 'archived class', 'list elsewhere'])
      expect(await told(name)).toEqual(await told('invented'));
  });

  it('lists to each caller what they may read, and nothing else', async () => {
    for (const [caller, ...expected] of ROWS) {
      if (expected.includes('401')) continue;
      const listed = Object.values(await new DavClient(t.url, passwords[caller!]!).books());
      const readable = BOOKS.filter((_, at) => expected[at] === '207');
      expect(listed.sort()).toEqual(readable.map((name) => `/carddav/books/${books[name]!}/`).sort());
    }
  });
});
