import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aNotification } from '../../support/notification.factory.js';
import { anOrganization } from '../../support/organization.factory.js';
import { aDocumentRow, aNoticeRow, hasOpened, hasRead } from '../../support/publication.factory.js';
import { aSchool, type Person, type TestSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { tokenOf } from '../../support/tokens.js';

const DAY = 86_400_000;

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

type Count = 'notices_unread' | 'documents_new' | 'notifications_unread';

const countOf = async ({ id }: TestSchool, { token }: Pick<Person, 'token'>, name: Count): Promise<number> =>
  (await t.api.get(`/schools/${id}/features`, { token })).body.counts[name] as number;

/** Of each kind, the way it is counted. */
const KINDS = [
  ['notices_unread', aNoticeRow],
  ['documents_new', aDocumentRow],
] as const;

describe('The count of', () => {
  describe.each(KINDS)('%s', (name, make) => {
    it('leaves out what is of another school', async () => {
      const [school, elsewhere] = [await aSchool(t), await aSchool(t)];
      const reader = await school.parent();
      await elsewhere.parent({}, reader);
      await make(t, elsewhere);
      expect(await countOf(school, reader, name)).toBe(0);
      expect(await countOf(elsewhere, reader, name)).toBe(1);
    });

    it('includes what is addressed to the caller: as a member, by year, by organization, as an admin', async () => {
      const school = await aSchool(t);
      const [team, other] = [await anOrganization(t, school), await anOrganization(t, school)];
      const ada = await school.student({ graduationYear: 2030 });
      const [parent, stranger, admin] = [
        await school.parentOf(ada),
        await school.parent(),
        await school.admin(),
      ];
      await team.enroll(ada);
      for (const audienceYears of [[2029, 2030], [2031]])
        await make(t, school, { audienceType: 'graduation_years', audienceYears });
      for (const { id } of [team, other])
        await make(t, school, { audienceType: 'organizations', audienceOrganizationIds: [id] });
      await make(t, school, { audienceType: 'admins' });
      await make(t, school);
      const counts = await Promise.all([parent, stranger, admin].map((one) => countOf(school, one, name)));
      expect(counts).toEqual([3, 1, 2]);
    });

    it('follows who belongs to whom', async () => {
      const school = await aSchool(t);
      const parent = await school.parent();
      await make(t, school, { audienceType: 'graduation_years', audienceYears: [2030] });
      expect(await countOf(school, parent, name)).toBe(0);
      await school.guardian(await school.student(), { membershipId: parent.membershipId });
      expect(await countOf(school, parent, name)).toBe(1);
    });

    it('leaves out what an editor only manages', async () => {
      const school = await aSchool(t);
      const team = await anOrganization(t, school);
      const editor = await team.anEditor();
      await make(t, school, { audienceType: 'admins', organizationId: team.id });
      expect(await countOf(school, editor, name)).toBe(0);
    });
  });

  it('notices has those in their window that the caller has not read', async () => {
    const school = await aSchool(t);
    const [reader, other] = [await school.parent(), await school.parent()];
    const now = t.clock.now().getTime();
    await aNoticeRow(t, school, { expiresAt: new Date(now - 1) });
    await aNoticeRow(t, school, { startsAt: new Date(now + DAY), expiresAt: new Date(now + 2 * DAY) });
    const [read] = [await aNoticeRow(t, school), await aNoticeRow(t, school)];
    await hasRead(t, reader, read);
    expect(await countOf(school, reader, 'notices_unread')).toBe(1);
    expect(await countOf(school, other, 'notices_unread')).toBe(2);
  });

  it('notices begins and ends at the very moment', async () => {
    const school = await aSchool(t);
    const token = await tokenOf(t, await school.parent(), { ttl: 3 * 86_400 });
    const now = t.clock.now().getTime();
    const [startsAt, expiresAt] = [new Date(now + DAY), new Date(now + 2 * DAY)];
    await aNoticeRow(t, school, { startsAt, expiresAt });
    const counts: number[] = [];
    for (const moment of [startsAt.getTime() - 1, +startsAt, expiresAt.getTime() - 1, +expiresAt]) {
      t.clock.stopAt(new Date(moment).toISOString());
      counts.push(await countOf(school, { token }, 'notices_unread'));
    }
    t.clock.moveTo(new Date().toISOString());
    expect(counts).toEqual([0, 1, 1, 0]);
  });

  it('documents has those of the last 14 days that the caller has not opened', async () => {
    const school = await aSchool(t);
    const [reader, other] = [await school.parent(), await school.parent()];
    const [opened] = [await aDocumentRow(t, school), await aDocumentRow(t, school)];
    await hasOpened(t, reader, opened);
    expect(await countOf(school, reader, 'documents_new')).toBe(1);
    expect(await countOf(school, other, 'documents_new')).toBe(2);
  });

  it('documents has one for 14 days, and not a moment longer', async () => {
    const school = await aSchool(t);
    const token = await tokenOf(t, await school.parent(), { ttl: 15 * 86_400 });
    const createdAt = t.clock.now();
    await aDocumentRow(t, school, { createdAt });
    t.clock.stopAt(new Date(createdAt.getTime() + 14 * DAY - 1).toISOString());
    const before = await countOf(school, { token }, 'documents_new');
    t.clock.advance(1);
    const after = await countOf(school, { token }, 'documents_new');
    t.clock.moveTo(new Date().toISOString());
    expect([before, after]).toEqual([1, 0]);
  });

  it('notifications is that of their list', async () => {
    const school = await aSchool(t);
    const [reader, other] = [await school.parent(), await school.parent()];
    await aNotification(t, reader, { readAt: new Date() });
    await aNotification(t, reader, { createdAt: new Date(t.clock.now().getTime() - 180 * DAY) });
    for (const member of [reader, reader, other]) await aNotification(t, member);
    const { body } = await t.api.get(`/schools/${school.id}/notifications`, { token: reader.token });
    expect([await countOf(school, reader, 'notifications_unread'), body.unread_count]).toEqual([2, 2]);
  });

  it('a feature that is off is 0; notifications are there all the same', async () => {
    const school = await aSchool(t);
    const reader = await school.parent();
    await Promise.all([aNoticeRow(t, school), aDocumentRow(t, school), aNotification(t, reader)]);
    const counts = () =>
      Promise.all(
        (['notices_unread', 'documents_new', 'notifications_unread'] as const).map((name) =>
          countOf(school, reader, name),
        ),
      );
    expect(await counts()).toEqual([1, 1, 1]);
    await school.setFeatures({ notices: false });
    expect(await counts()).toEqual([0, 1, 1]);
    await school.setFeatures({ document_library: false });
    expect(await counts()).toEqual([1, 0, 1]);
  });
});
