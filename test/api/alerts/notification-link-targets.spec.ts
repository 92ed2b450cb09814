import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aCalendar } from '../../support/calendar.factory.js';
import { anOrganization } from '../../support/organization.factory.js';
import { aSchool } from '../../support/school.factory.js';
import { gone, notificationLinks, there } from '../../support/mail/notification-links.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const { linkOf, expectAgreement } = notificationLinks(() => t);

describe('The link of an event', () => {
  it('agrees with the event itself: shown, called off, of others, of a school without a calendar', async () => {
    const calendar = await aCalendar(t);
    const reader = await calendar.school.parent();
    const team = await calendar.anOrganization();
    const shown = await calendar.anEvent({ organization_id: team.id, audience: { type: 'school' } });
    const [off, hidden] = [
      await calendar.anEvent(),
      await calendar.anEvent({ audience: { type: 'admins' } }),
    ];
    await calendar.remove(off);
    const expected = [
      [shown, there(team.id)],
      [off, gone('deleted')],
      [hidden, gone('not_visible')],
    ] as const;
    for (const [id, state] of expected) {
      const link = await linkOf(reader, 'event', id);
      expect(link).toMatchObject(state);
      await expectAgreement(reader, link);
    }
    await calendar.school.setFeatures({ calendar: false });
    const link = await linkOf(reader, 'event', shown);
    expect(link).toMatchObject(gone('feature_off'));
    await expectAgreement(reader, link);
  });

  it('agrees with an occurrence of a series: shown, called off a while ago and long ago, never there', async () => {
    const calendar = await aCalendar(t);
    const reader = await calendar.school.parent();
    const seriesId = await calendar.aSeries();
    const off = await calendar.on(seriesId, '2026-09-14');
    await calendar.remove(off);
    const ids = [off, await calendar.on(seriesId, '2026-09-07'), `${seriesId}_20260908T193000Z`, seriesId];
    const states = async () => {
      const links = await Promise.all(ids.map((id) => linkOf(reader, 'event', id)));
      for (const link of links) await expectAgreement(reader, link);
      return links.map((link) => link.unavailable_reason as string | null);
    };
    expect(await states()).toEqual([null, null, 'deleted', 'deleted']);
    t.clock.moveTo('2026-10-15T12:00:00Z');
    expect(await states()).toEqual(['deleted', null, 'deleted', 'deleted']);
  });
});

describe('The link of an organization or a student', () => {
  it('agrees with the organization itself, archived ones being there for admins', async () => {
    const school = await aSchool(t);
    const reader = await school.parent();
    const admin = await school.admin();
    const [team, archived] = [await anOrganization(t, school), await anOrganization(t, school)];
    await archived.archive();
    const expected = [
      [reader, team, there(team.id)],
      [reader, archived, gone('not_visible')],
      [admin, archived, there(archived.id)],
    ] as const;
    for (const [member, { id }, state] of expected) {
      const link = await linkOf(member, 'organization', id);
      expect(link).toMatchObject(state);
      await expectAgreement(member, link);
    }
  });

  it('agrees with the student, archived ones being there for nobody', async () => {
    const school = await aSchool(t);
    const [ada, archived] = [await school.student(), await school.student({ archivedAt: new Date() })];
    for (const member of [await school.parentOf([ada, archived]), await school.admin()]) {
      const links = [await linkOf(member, 'student', ada.id), await linkOf(member, 'student', archived.id)];
      expect(links).toMatchObject([there(), gone('not_visible')]);
      for (const link of links) await expectAgreement(member, link);
    }
  });
});
