import { Document } from '../../src/features/documents/document.entity.js';
import { DocumentOpening } from '../../src/features/documents/document-opening.entity.js';
import { Notice } from '../../src/features/notices/notice.entity.js';
import { NoticeReading } from '../../src/features/notices/notice-reading.entity.js';
import type { TestMember, TestSchool } from './school.factory.js';
import type { TestApp } from './test-app.js';

const HOUR = 3_600_000;

/** A row: addressed to the school, begun an hour ago, to be gone in an hour, unless given. */
export async function aNoticeRow(
  { dataSource: { manager }, clock }: TestApp,
  { id: schoolId }: TestSchool,
  given: Partial<Notice> = {},
): Promise<Notice> {
  const begun = new Date(clock.now().getTime() - HOUR);
  return manager.save(
    manager.create(Notice, {
      schoolId,
      title: 'Snow day',
      body: '<p>Stay at home.</p>',
      startsAt: begun,
      expiresAt: new Date(begun.getTime() + 2 * HOUR),
      audienceType: 'school',
      source: 'api',
      createdAt: begun,
      updatedAt: begun,
      ...given,
    }),
  );
}

/** A row: addressed to the school, an hour old, unless given. */
export async function aDocumentRow(
  { dataSource: { manager }, clock }: TestApp,
  { id: schoolId }: TestSchool,
  given: Partial<Document> = {},
): Promise<Document> {
  const at = new Date(clock.now().getTime() - HOUR);
  const fixed = { schoolId, title: 'Handbook', audienceType: 'school', source: 'api' } as const;
  return manager.save(manager.create(Document, { ...fixed, createdAt: at, updatedAt: at, ...given }));
}

export async function hasRead(t: TestApp, { membershipId }: TestMember, notice: Notice): Promise<void> {
  const { id: noticeId, schoolId } = notice;
  await t.dataSource.manager.insert(NoticeReading, { membershipId, noticeId, schoolId, readAt: new Date() });
}

export async function hasOpened(t: TestApp, { membershipId }: TestMember, document: Document): Promise<void> {
  const { id: documentId, schoolId } = document;
  const opened = { membershipId, documentId, schoolId, openedAt: new Date() };
  await t.dataSource.manager.insert(DocumentOpening, opened);
}
