import type { EntityManager } from 'typeorm';
import { lockOwner, lockPerson } from '../auth/person-lock.repository.js';
import { LimitReachedError } from '../errors/app-error.js';
import { ADDRESS_OUTLIVED_MS, STAGING_PREFIX } from './object-store.js';
import { IS_UNSAVED } from '../database/unsaved-attachment.js';

/** Attachments and images together, in all schools of a person (contract section 0, rule 18). */
const MAX_UNSAVED_BYTES = 100 * 1024 * 1024;
/** Milliseconds for which what no item was saved with is kept (contract section 0, rule 13, and section 5, rule 7). */
const UNSAVED_FOR = 24 * 60 * 60 * 1000;

/** Bytes that an address may bring: what was sent to it is unknown until it is confirmed. */
const BYTES_OF_ADDRESS = 5 * 1024 * 1024;

const UNSAVED = `
  with own as (select m.school_id, m.id from memberships m where m.user_id = $1)
  select (select coalesce(sum(file.size_bytes), 0) from attachments file
      join own on own.school_id = file.school_id and own.id = file.uploaded_by_membership_id
      where ${IS_UNSAVED} and file.uploaded_at > $2)::float8
    + (select coalesce(sum(image.size_bytes), 0) from embedded_images image
      join own on own.school_id = image.school_id and own.id = image.uploaded_by_membership_id
      where image.unused_since > $2)::float8
    + $3 * (select count(*) from object_removals staged
      where staged.due_at > $4 and staged.key <> $5 and exists (
        select from (select id from own union all select $1::uuid) place
        where staged.key like '${STAGING_PREFIX}' || place.id || '/%'))::float8 as bytes`;

interface Upload {
  bytes: number;
  now: Date;
  /** An address to it may have been given out before. */
  key?: string;
}

/**
 * In the transaction that keeps an upload; another one of the same person waits until that ends.
 * @param bytes of the upload
 * @throws LimitReachedError
 */
export async function assertRoomForUpload(
  manager: EntityManager,
  member: { schoolId: string; membershipId: string },
  upload: Upload,
): Promise<void> {
  await assertRoom(manager, await lockPerson(manager, member), upload);
}

/**
 * In the transaction before an address is given out.
 * @param ownerId of the membership or the person whose place it is
 * @throws LimitReachedError
 */
export async function assertRoomForAddress(
  manager: EntityManager,
  ownerId: string,
  { key, now }: { key: string; now: Date },
): Promise<void> {
  await assertRoom(manager, await lockOwner(manager, ownerId), { bytes: BYTES_OF_ADDRESS, now, key });
}

async function assertRoom(
  manager: EntityManager,
  userId: string,
  { bytes, now, key = '' }: Upload,
): Promise<void> {
  const since = new Date(now.getTime() - UNSAVED_FOR);
  const awaited = new Date(now.getTime() + ADDRESS_OUTLIVED_MS);
  const parameters = [userId, since, BYTES_OF_ADDRESS, awaited, key];
  const [unsaved] = await manager.query<[{ bytes: number }]>(UNSAVED, parameters);
  if (unsaved.bytes + bytes > MAX_UNSAVED_BYTES)
    throw new LimitReachedError(
      'A person has at most 100 MB of uploads that no item was saved with, 5 MB for each photo that is not confirmed.',
    );
}
