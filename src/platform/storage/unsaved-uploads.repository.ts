import type { EntityManager } from 'typeorm';
import { lockPerson } from '../auth/person-lock.repository.js';
import { LimitReachedError } from '../errors/app-error.js';

/** Attachments and images together, in all schools of a person (contract section 0, rule 18). */
const MAX_UNSAVED_BYTES = 100 * 1024 * 1024;
/** Milliseconds for which what no item was saved with is kept (contract section 0, rule 13, and section 5, rule 7). */
const UNSAVED_FOR = 24 * 60 * 60 * 1000;

const UNSAVED = `
  with own as (
    select m.school_id, m.id from memberships m
    where m.user_id = (select user_id from memberships where school_id = $3 and id = $1))
  select (select coalesce(sum(file.size_bytes), 0) from attachments file
      join own on own.school_id = file.school_id and own.id = file.uploaded_by_membership_id
      where file.document_id is null and file.notice_id is null and file.uploaded_at > $2)::float8
    + (select coalesce(sum(image.size_bytes), 0) from embedded_images image
      join own on own.school_id = image.school_id and own.id = image.uploaded_by_membership_id
      where image.unused_since > $2)::float8 as bytes`;

/**
 * In the transaction that keeps an upload; another one of the same person waits until that ends.
 * @param bytes of the upload
 * @throws LimitReachedError
 */
export async function assertRoomForUpload(
  manager: EntityManager,
  member: { schoolId: string; membershipId: string },
  { bytes, now }: { bytes: number; now: Date },
): Promise<void> {
  await lockPerson(manager, member);
  const since = new Date(now.getTime() - UNSAVED_FOR);
  const [unsaved] = await manager.query<[{ bytes: number }]>(UNSAVED, [
    member.membershipId,
    since,
    member.schoolId,
  ]);
  if (unsaved.bytes + bytes > MAX_UNSAVED_BYTES)
    throw new LimitReachedError('A person has at most 100 MB of uploads that no item was saved with.');
}
