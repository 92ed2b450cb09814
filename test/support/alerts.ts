import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AlertsService } from '../../src/features/alerts/alerts.service.js';
import type { Alert, NotificationKind } from '../../src/features/alerts/alert.js';
import { Notification } from '../../src/features/alerts/notifications/notification.entity.js';
import { sendDue } from './mail/send-due.js';
import { Attachment } from '../../src/features/attachments/attachment.entity.js';
import { Document } from '../../src/features/documents/document.entity.js';
import { Notice } from '../../src/features/notices/notice.entity.js';
import type { TestSchool } from './school.factory.js';
import { readMail, type ReadMail } from './mail/read-mail.js';
import type { TestApp } from './test-app.js';

export const DAY = 24 * 60 * 60_000;

/** A notice's row for the whole school, shown since an hour and for a day, unless given; nobody was alerted. */
export function aNoticeRow(t: TestApp, school: TestSchool, given: Partial<Notice> = {}): Promise<Notice> {
  const now = t.clock.now().getTime();
  const { manager } = t.dataSource;
  return manager.save(
    manager.create(Notice, {
      schoolId: school.id,
      title: 'Snow day',
      body: '<p>No school today.</p>',
      startsAt: new Date(now - DAY / 24),
      expiresAt: new Date(now + DAY),
      audienceType: 'school',
      source: 'api',
      createdAt: new Date(now),
      updatedAt: new Date(now),
      ...given,
    }),
  );
}

/** A document's row for the whole school, unless given; nobody was alerted. */
export function aDocumentRow(
  t: TestApp,
  school: TestSchool,
  given: Partial<Document> = {},
): Promise<Document> {
  const { manager } = t.dataSource;
  return manager.save(
    manager.create(Document, {
      schoolId: school.id,
      title: 'Handbook',
      description: '<p>Read it.</p>',
      audienceType: 'school',
      source: 'api',
      createdAt: t.clock.now(),
      updatedAt: t.clock.now(),
      ...given,
    }),
  );
}

export function anAttachmentRow(
  t: TestApp,
  school: TestSchool,
  given: Partial<Attachment>,
): Promise<Attachment> {
  const { manager } = t.dataSource;
  return manager.save(
    manager.create(Attachment, {
      schoolId: school.id,
      entityType: given.documentId ? 'document' : 'notice',
      key: `documents/${school.id}/${randomUUID()}.pdf`,
      fileName: 'plan.pdf',
      contentType: 'application/pdf',
      sizeBytes: 12_345,
      uploadedAt: t.clock.now(),
      ...given,
    }),
  );
}

export const raise = (t: TestApp, alert: Alert): Promise<void> =>
  t.dataSource.transaction((manager) => t.app.get(AlertsService).raise(manager, alert));

export const raiseNotice = (t: TestApp, { schoolId, id }: Notice): Promise<void> =>
  raise(t, { kind: 'notice_created', item: 'notice', schoolId, id });

export const raiseDocument = (t: TestApp, { schoolId, id }: Document): Promise<void> =>
  raise(t, { kind: 'document_created', item: 'document', schoolId, id });

/** Of the item, in the order of their readers. */
export const notificationsOf = (t: TestApp, { id }: { id: string }): Promise<Notification[]> =>
  t.dataSource.manager.find(Notification, { where: { targetId: id }, order: { membershipId: 'asc' } });

export interface OwedMail {
  id: string;
  kind: NotificationKind;
  state: string;
  attempts: number;
  due_at: Date;
  ended_at: Date | null;
  last_error: string | null;
  membership_id: string;
  email: string;
}

/** The mails that the item's notifications are owed, with whom they are for. */
export const deliveriesOf = (t: TestApp, { id }: { id: string }): Promise<OwedMail[]> =>
  t.dataSource.query<OwedMail[]>(
    `select d.*, n.kind, n.membership_id, person.email from mails d
     join notifications n on n.id = d.notification_id join memberships m on m.id = n.membership_id
     join users person on person.id = m.user_id where n.target_id = $1 order by n.membership_id, n.kind`,
    [id],
  );

/** As the service does it every second, until nothing is due. */
export async function deliverMail(t: TestApp): Promise<void> {
  await sendDue(t.app);
}

/** What has begun by now is alerted, as the service does it every second. */
export async function raiseDue({ app }: Pick<TestApp, 'app'>): Promise<void> {
  while (await app.get(AlertsService).recordNextDue());
}

/** Memberships that were told of an item in this way. */
export async function toldOf(t: TestApp, { id }: { id: string }, kind: NotificationKind): Promise<string[]> {
  const rows = await t.dataSource.manager.findBy(Notification, { targetId: id, kind });
  return rows.map(({ membershipId }) => membershipId).sort();
}

/** The mails of an item in this way that were written to files, by membership. */
export async function mailsOf(
  t: TestApp,
  item: { id: string },
  kind: NotificationKind,
): Promise<Map<string, ReadMail>> {
  const owed = await deliveriesOf(t, item);
  const sent = owed.filter((mail) => mail.kind === kind && mail.state === 'sent');
  return new Map(
    sent.map(({ id, membership_id }) => [
      membership_id,
      readMail(readFileSync(join(t.settings.dataDir, 'mail', `${id}.eml`))),
    ]),
  );
}
