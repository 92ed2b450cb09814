import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  aDavClient,
  aSchoolWithAddressBooks,
  responsesIn,
  syncTokenIn,
} from '../../support/carddav.factory.js';
import { aList } from '../../support/list.factory.js';
import { anOrganization } from '../../support/organization.factory.js';
import type { TestMember } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const hide = (member: TestMember) =>
  t.api.patch('/me/profile-visibility', { token: member.token, body: { profile_visibility: 'name_only' } });

/** A reader whose list has a student with one registered guardian. */
async function aBook() {
  const school = await aSchoolWithAddressBooks(t);
  const reader = await school.parent();
  const ada = await school.student();
  const mother = await school.parentOf(ada, { phone: '+1 212 555 0100' });
  await aList(t, school, reader, [ada]);
  const client = await aDavClient(t, school, reader);
  const href = (await client.books())['Carpool']!;
  return { school, reader, ada, mother, client, href };
}

describe('A card', () => {
  it('shows what the masks show, phones as plain text', async () => {
    const { client, href, mother } = await aBook();
    const [card] = await client.cards(href);
    expect(card!.card.split(/\r?\n/)).toEqual(
      expect.arrayContaining([
        'VERSION:3.0',
        'TEL:+12125550100',
        `EMAIL;TYPE=INTERNET:${mother.email}`,
        'NOTE:Mother of Ada Park',
      ]),
    );
  });

  it('loses a hidden number at the next sync, with another tag and another token', async () => {
    const { client, href, mother } = await aBook();
    const [before] = await client.cards(href);
    const first = await client.report(
      href,
      'd:sync-collection',
      '<d:sync-token/><d:prop><d:getetag/></d:prop>',
    );
    const token = syncTokenIn(first.text);
    expect((await hide(mother)).status).toBe(204);
    const stale = await client.report(
      href,
      'd:sync-collection',
      `<d:sync-token>${token}</d:sync-token><d:prop><d:getetag/></d:prop>`,
    );
    expect([stale.status, stale.text]).toEqual([403, expect.stringContaining('<d:valid-sync-token/>')]);
    const [after] = await client.cards(href);
    expect(after!.href).toBe(before!.href);
    expect(after!.etag).not.toBe(before!.etag);
    expect(after!.card).not.toMatch(/TEL|EMAIL/);
    expect(after!.card).toContain('FN:Maria Park');
    const { status } = await client.request('GET', after!.href, undefined, { 'If-None-Match': before!.etag });
    expect(status).toBe(200);
  });

  it('hides a number from an admin as from any parent', async () => {
    const school = await aSchoolWithAddressBooks(t);
    const admin = await school.admin();
    const ada = await school.student();
    await school.guardian(ada, { profileVisibility: 'name_only', phone: '+1 212 555 0199' });
    await aList(t, school, admin, [ada]);
    const client = await aDavClient(t, school, admin);
    const [card] = await client.cards((await client.books())['Carpool']!);
    expect(card!.card).not.toMatch(/TEL|EMAIL/);
  });

  it('leaves with the student who is taken off the list', async () => {
    const { client, href, ada, reader } = await aBook();
    const [card] = await client.cards(href);
    const listId = href.split('/').at(-2);
    await t.api.send('DELETE', `/lists/${listId}/students/${ada.id}`, { token: reader.token });
    expect(await client.cards(href)).toEqual([]);
    expect((await client.request('GET', card!.href)).status).toBe(404);
    const { text } = await client.report(
      href,
      'c:addressbook-multiget',
      `<d:prop><d:getetag/></d:prop><d:href>${card!.href}</d:href>`,
    );
    expect(responsesIn(text)).toMatchObject([{ href: card!.href, status: 'HTTP/1.1 404 Not Found' }]);
  });
});

describe('The address books of a member', () => {
  it('lists their own lists, and the organizations that they belong to', async () => {
    const { school, reader, client, mother } = await aBook();
    await aList(t, school, mother, [], 'Of somebody else');
    const team = await anOrganization(t, school, { name: 'Third grade', kind: 'class' });
    await anOrganization(t, school, { name: 'Of others' });
    const over = await anOrganization(t, school, { name: 'Last year', archivedAt: new Date() });
    for (const one of [team, over]) await one.addParent(reader);
    expect(Object.keys(await client.books())).toEqual(['Third grade', 'Carpool']);
  });

  it('lists no more for an admin, who manages every organization', async () => {
    const school = await aSchoolWithAddressBooks(t);
    await anOrganization(t, school, { name: 'Of others' });
    expect(await (await aDavClient(t, school, await school.admin())).books()).toEqual({});
  });

  it('hold the guardians of the students of a class and the parents on its roster, without the reader', async () => {
    const { school, reader, ada, mother, client } = await aBook();
    const team = await anOrganization(t, school, { name: 'Third grade', kind: 'class' });
    await team.enroll(ada);
    await team.addParent(reader);
    const helper = await school.parent({ firstName: 'Otto', phone: '+1 212 555 0123' });
    await team.addParent(helper);
    const cards = await client.cards((await client.books())['Third grade']!);
    expect(cards.map(({ card }) => /FN:(.*?)\r?\n/.exec(card)![1])).toEqual(['Maria Park', 'Otto Park']);
    expect(cards[0]!.card).toContain(mother.email);
    expect(cards[1]!.card).toContain('TEL:+12125550123');
  });

  it('ends with the membership in the class', async () => {
    const { school, reader, client } = await aBook();
    const team = await anOrganization(t, school, { name: 'Third grade' });
    await team.addParent(reader);
    const href = (await client.books())['Third grade']!;
    await t.dataSource.query('delete from organization_parents where organization_id = $1', [team.id]);
    expect((await client.propfind(href, '1', 'd:getetag')).status).toBe(404);
    expect(Object.keys(await client.books())).toEqual(['Carpool']);
  });
});
