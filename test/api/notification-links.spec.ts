import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { NotificationTarget } from '../../src/features/alerts/notification-words.js';
import { Notification } from '../../src/features/alerts/notification.entity.js';
import { Document } from '../../src/features/documents/document.entity.js';
import { Notice } from '../../src/features/notices/notice.entity.js';
import { aCalendar } from '../support/a-calendar.js';
import type { ApiAnswer } from '../support/api-client.js';
import { aNotification } from '../support/a-notification.js';
import { anOrganization } from '../support/an-organization.js';
import { aDocumentRow, aNoticeRow } from '../support/a-publication.js';
import { aSchool, type TestMember, type TestSchool } from '../support/a-school.js';
import { expectError } from '../support/errors.js';
import { hidesTheNotificationFromOthers } from '../support/notification-refusals.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { tokenOf } from '../support/tokens.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** What a member's notification of this target leads to. */
async function linkOf(member: TestMember, targetType: NotificationTarget, targetId: string) {
  const { id } = await aNotification(t, member, { targetType, targetId, kind: 'event_changed' });
  return linkOfNotification(id, await tokenOf(t, member));
}

async function linkOfNotification(id: string, token: string): Promise<ApiAnswer['body']> {
  const { status, body } = await t.api.get(`/notifications/${id}/link`, { token });
  expect(status).toBe(200);
  return body;
}

const gone = (unavailable_reason: string) => ({
  available: false,
  unavailable_reason,
  organization_id: null,
});
const there = (organizationId: string | null = null) => ({
  available: true,
  unavailable_reason: null,
  organization_id: organizationId,
});

/** `available` is what the item's own read answers. */
async function expectAgreement(member: TestMember, link: ApiAnswer['body']): Promise<void> {
  const path = (link.api_path as string).replace('/api/v1', '');
  const { status } = await t.api.get(path, { token: await tokenOf(t, member) });
  expect(status).toBe(link.available ? 200 : 404);
}

async function aReader(): Promise<{ school: TestSchool; reader: TestMember }> {
  const school = await aSchool(t);
  return { school, reader: await school.parent() };
}

describe('GET /notifications/:notificationId/link', () => {
  hidesTheNotificationFromOthers(() => t, { method: 'GET', path: (id) => `/notifications/${id}/link` });

  it('says where a notice is, and does not mark the notification as read', async () => {
    const { school, reader } = await aReader();
    const { id: targetId } = await aNoticeRow(t, school);
    const { id } = await aNotification(t, reader, { targetId });
    expect(await linkOfNotification(id, reader.token)).toEqual({
      school_id: school.id,
      target_type: 'notice',
      target_id: targetId,
      organization_id: null,
      api_path: `/api/v1/schools/${school.id}/notices/${targetId}`,
      web_url: `http://localhost:3000/schools/${school.id}/notices/${targetId}`,
      available: true,
      unavailable_reason: null,
    });
    expect(await t.dataSource.manager.findOneByOrFail(Notification, { id })).toMatchObject({ readAt: null });
  });

  it.each<[NotificationTarget, string, string]>([
    ['document', '/schools/S/documents/T', '/schools/S/documents/T'],
    ['poll', '/polls/T', '/schools/S/polls/T'],
    ['signup', '/signups/T', '/schools/S/signups/T'],
    ['permission_slip', '/permission-slips/T', '/schools/S/permission-slips/T'],
    ['event', '/schools/S/calendar/events/T', '/schools/S/events/T'],
    ['organization', '/organizations/T', '/schools/S/organizations/T'],
    ['student', '/students/T', '/schools/S/students/T'],
  ])('leads to a %s that is deleted by path and address alone', async (type, apiPath, webPath) => {
    const { school, reader } = await aReader();
    const targetId = randomUUID();
    const link = await linkOf(reader, type, targetId);
    const filled = (path: string): string => path.replace('S', school.id).replace(/T$/, targetId);
    expect(link).toEqual({
      school_id: school.id,
      target_type: type,
      target_id: targetId,
      api_path: `/api/v1${filled(apiPath)}`,
      web_url: `http://localhost:3000${filled(webPath)}`,
      ...gone('deleted'),
    });
  });

  it('knows nothing of an item that another school has', async () => {
    const { reader } = await aReader();
    const { id } = await aNoticeRow(t, await aSchool(t));
    expect(await linkOf(reader, 'notice', id)).toMatchObject(gone('deleted'));
  });
});

describe('The link of a notice', () => {
  it.each([
    ['addressed to admins now', { audienceType: 'admins' as const }, 'not_visible'],
    [
      'not begun any more',
      { startsAt: new Date('2199-01-01'), expiresAt: new Date('2199-01-02') },
      'not_visible',
    ],
    ['over', { expiresAt: new Date(Date.now() - 1) }, 'expired'],
    [
      'over, and not for them either',
      { audienceType: 'admins' as const, expiresAt: new Date(0) },
      'not_visible',
    ],
  ])('is gone for a parent, and not for an admin, when it is %s', async (_what, changes, reason) => {
    const { school, reader } = await aReader();
    const { id } = await aNoticeRow(t, school, changes);
    expect(await linkOf(reader, 'notice', id)).toMatchObject(gone(reason));
    expect(await linkOf(await school.admin(), 'notice', id)).toMatchObject(there());
  });

  it('expires at the very moment', async () => {
    const { school, reader } = await aReader();
    const { id, expiresAt } = await aNoticeRow(t, school);
    const token = await tokenOf(t, reader, { ttl: 86_400 });
    const made = await aNotification(t, reader, { targetId: id });
    t.clock.stopAt(new Date(expiresAt.getTime() - 1).toISOString());
    const before = await linkOfNotification(made.id, token);
    t.clock.advance(1);
    const after = await linkOfNotification(made.id, token);
    t.clock.moveTo(new Date().toISOString());
    expect([before.unavailable_reason, after.unavailable_reason]).toEqual([null, 'expired']);
  });

  it('stays for the editor of its organization, and goes with the grant', async () => {
    const { school, reader } = await aReader();
    const team = await anOrganization(t, school);
    const grant = await team.grant(reader);
    const { id } = await aNoticeRow(t, school, { organizationId: team.id, expiresAt: new Date(0) });
    expect(await linkOf(reader, 'notice', id)).toMatchObject(there(team.id));
    await t.dataSource.manager.save(Object.assign(grant, { revokedAt: new Date(0) }));
    const { id: again } = await aNotification(t, reader, { targetId: id });
    expect(await linkOfNotification(again, reader.token)).toMatchObject(gone('expired'));
  });

  it('says that the feature is off, whatever has become of the notice', async () => {
    const { school, reader } = await aReader();
    await school.setFeatures({ notices: false });
    for (const { id } of [await aNoticeRow(t, school), { id: randomUUID() }])
      expect(await linkOf(reader, 'notice', id)).toMatchObject(gone('feature_off'));
  });

  it('says that it was deleted', async () => {
    const { school, reader } = await aReader();
    const { id } = await aNoticeRow(t, school);
    const { id: notification } = await aNotification(t, reader, { targetId: id });
    await t.dataSource.manager.delete(Notice, { id });
    expect(await linkOfNotification(notification, reader.token)).toMatchObject(gone('deleted'));
  });
});

describe('The link of a document', () => {
  it('follows the audience', async () => {
    const { school, reader } = await aReader();
    const team = await anOrganization(t, school);
    const addressed = { audienceType: 'organizations' as const, audienceOrganizationIds: [team.id] };
    const { id } = await aDocumentRow(t, school, { ...addressed, organizationId: team.id });
    const { id: notification } = await aNotification(t, reader, { targetType: 'document', targetId: id });
    const link = () => linkOfNotification(notification, reader.token);
    expect(await link()).toMatchObject(gone('not_visible'));
    await team.addParent(reader);
    expect(await link()).toMatchObject(there(team.id));
    await school.setFeatures({ document_library: false });
    expect(await link()).toMatchObject(gone('feature_off'));
    await school.setFeatures({});
    await t.dataSource.manager.delete(Document, { id });
    expect(await link()).toMatchObject(gone('deleted'));
  });

  it('is gone for a parent when it is for admins', async () => {
    const { school, reader } = await aReader();
    const { id } = await aDocumentRow(t, school, { audienceType: 'admins' });
    expect(await linkOf(reader, 'document', id)).toMatchObject(gone('not_visible'));
    expect(await linkOf(await school.admin(), 'document', id)).toMatchObject(there());
  });
});

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
    const { id } = await aNotification(t, reader, {
      targetType: 'event',
      targetId: shown,
      kind: 'result_posted',
    });
    const link = await linkOfNotification(id, await tokenOf(t, reader));
    expect(link).toMatchObject(gone('feature_off'));
    await expectAgreement(reader, link);
  });

  it('agrees with an occurrence of a series: shown, called off a while ago and long ago, never there', async () => {
    const calendar = await aCalendar(t);
    const reader = await calendar.school.parent();
    const seriesId = await calendar.aSeries();
    const off = await calendar.on(seriesId, '2026-09-14');
    const { id: ofOff } = await aNotification(t, reader, { targetType: 'event', targetId: off });
    await calendar.remove(off);
    const states = async () => {
      const ids = [await calendar.on(seriesId, '2026-09-07'), `${seriesId}_20260908T193000Z`, seriesId];
      const links = [
        await linkOfNotification(ofOff, await tokenOf(t, reader)),
        ...(await Promise.all(ids.map((id) => linkAgain(reader, id)))),
      ];
      for (const link of links) await expectAgreement(reader, link);
      return links.map((link) => link.unavailable_reason as string | null);
    };
    expect(await states()).toEqual([null, null, 'deleted', 'deleted']);
    t.clock.moveTo('2026-10-15T12:00:00Z');
    expect(await states()).toEqual(['deleted', null, 'deleted', 'deleted']);
  });

  /** The one that there is, or a new one: nobody gets the same twice. */
  async function linkAgain(reader: TestMember, targetId: string): Promise<ApiAnswer['body']> {
    const { manager } = t.dataSource;
    const known = await manager.findOneBy(Notification, { membershipId: reader.membershipId, targetId });
    const { id } = known ?? (await aNotification(t, reader, { targetType: 'event', targetId }));
    return linkOfNotification(id, await tokenOf(t, reader));
  }
});

describe('The link of an organization or a student', () => {
  it('agrees with the organization itself, archived ones being there for admins', async () => {
    const { school, reader } = await aReader();
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
    const { school } = await aReader();
    const [ada, archived] = [await school.student(), await school.student({ archivedAt: new Date() })];
    for (const member of [await school.parentOf([ada, archived]), await school.admin()]) {
      const links = [await linkOf(member, 'student', ada.id), await linkOf(member, 'student', archived.id)];
      expect(links).toMatchObject([there(), gone('not_visible')]);
      for (const link of links) await expectAgreement(member, link);
    }
  });
});

describe('POST /notifications/:notificationId/read', () => {
  hidesTheNotificationFromOthers(() => t, { method: 'POST', path: (id) => `/notifications/${id}/read` });

  it('marks the one, and once', async () => {
    const { reader } = await aReader();
    const [one, other] = [await aNotification(t, reader), await aNotification(t, reader)];
    const { manager } = t.dataSource;
    const read = () => t.api.post(`/notifications/${one.id}/read`, { token: reader.token });
    expect((await read()).status).toBe(204);
    const { readAt } = await manager.findOneByOrFail(Notification, { id: one.id });
    expect(readAt).not.toBeNull();
    t.clock.advance(60_000);
    expect((await read()).status).toBe(204);
    expect(await manager.findOneByOrFail(Notification, { id: one.id })).toMatchObject({ readAt });
    expect(await manager.findOneByOrFail(Notification, { id: other.id })).toMatchObject({ readAt: null });
  });

  it('knows a notification for 180 days, as the link does', async () => {
    const { reader } = await aReader();
    const createdAt = new Date(t.clock.now().getTime() - 180 * 86_400_000);
    const { id } = await aNotification(t, reader, { createdAt });
    const { token } = reader;
    expectError(await t.api.post(`/notifications/${id}/read`, { token }), 404, 'not_found');
    expectError(await t.api.get(`/notifications/${id}/link`, { token }), 404, 'not_found');
  });
});
