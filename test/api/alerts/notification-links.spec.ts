import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { NotificationTarget } from '../../../src/features/alerts/alert.js';
import { Notification } from '../../../src/features/alerts/notifications/notification.entity.js';
import { Document } from '../../../src/features/documents/document.entity.js';
import { Notice } from '../../../src/features/notices/notice.entity.js';
import { aNotification } from '../../support/notification.factory.js';
import { anOrganization } from '../../support/organization.factory.js';
import { aDocumentRow, aNoticeRow } from '../../support/publication.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { gone, notificationLinks, there } from '../../support/mail/notification-links.js';
import { hidesTheNotificationFromOthers } from '../../support/http/notification-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { tokenOf } from '../../support/tokens.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const { linkOf, linkOfNotification } = notificationLinks(() => t);

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
  ])('leads nowhere for a parent, and not for an admin, when it is %s', async (_what, changes, reason) => {
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
    expect(await linkOf(reader, 'notice', id)).toMatchObject(gone('expired'));
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

  it('leads nowhere for a parent when it is for admins, also for one who edits an organization', async () => {
    const { school, reader } = await aReader();
    const editor = await school.parent();
    await (await anOrganization(t, school)).grant(editor);
    const { id } = await aDocumentRow(t, school, { audienceType: 'admins' });
    for (const parent of [reader, editor])
      expect(await linkOf(parent, 'document', id)).toMatchObject(gone('not_visible'));
    expect(await linkOf(await school.admin(), 'document', id)).toMatchObject(there());
  });
});
