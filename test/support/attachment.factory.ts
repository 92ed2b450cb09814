import { randomUUID } from 'node:crypto';
import type { AttachedTo } from '../../src/features/attachments/attachment.entity.js';
import { Attachment } from '../../src/features/attachments/attachment.entity.js';
import type { TestMember, TestSchool } from './school.factory.js';
import type { TestApp } from './test-app.js';

/** An upload of this member that is in no item yet, made just now: its row, without an object. */
export function anAttachment(
  t: TestApp,
  school: TestSchool,
  uploader: TestMember | null,
  given: Partial<Attachment> & { entityType: AttachedTo },
): Promise<Attachment> {
  const { manager } = t.dataSource;
  return manager.save(
    manager.create(Attachment, {
      schoolId: school.id,
      key: `${given.entityType}s/${school.id}/${randomUUID()}.png`,
      fileName: 'Map.png',
      contentType: 'image/png',
      sizeBytes: 99,
      uploadedByMembershipId: uploader?.membershipId ?? null,
      uploadedAt: t.clock.now(),
      ...given,
    }),
  );
}

/** As its upload answers. */
export const asUploaded = (attachment: Attachment) => ({
  id: null,
  key: attachment.key,
  file_name: attachment.fileName,
  content_type: attachment.contentType,
  size_bytes: attachment.sizeBytes,
  uploaded_at: attachment.uploadedAt.toISOString(),
});
