import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DAY_MS, RETENTION } from '../../platform/database/retention.js';
import { IS_UNSAVED } from '../../platform/database/unsaved-attachment.js';
import { type AttachedItem, type Attaching, uploadedAs } from './attached-item.js';

/** Always in the order of their keys, so that two items saved at once never wait for each other. */
const lockUploads = (owner: string): string =>
  `select 1 from attachments where school_id = $3 and (key = any($1::text[]) or ${owner} = $2) order by key for update`;

// The item's own, or an upload of the caller that is in no item and has not been given up.
const claimUploads = (owner: string): string => `
  update attachments a set ${owner} = $1, position = wanted.ordinality - 1
  from unnest($2::text[]) with ordinality wanted(key)
  where a.key = wanted.key and a.school_id = $3 and a.entity_type = $4
    and (a.${owner} = $1 or ${IS_UNSAVED}
      and a.uploaded_at > $5::timestamptz - interval '1 day'
      and ($6::boolean or a.uploaded_by_membership_id = $7))`;

const release = (owner: string): string =>
  `delete from attachments where school_id = $3 and ${owner} = $1 and key <> all($2::text[]) returning key`;

@Injectable()
export class ItemAttachmentsRepository {
  /**
   * Those that the item has, and those that it is to have; whoever else would take one of them waits. Another school's
   * are not waited for, which would tell that they are there.
   */
  async lockUploads(
    { manager, member }: Attaching,
    { type, id }: AttachedItem,
    keys: string[],
  ): Promise<void> {
    await manager.query(lockUploads(`${type}_id`), [keys, id, member.schoolId]);
  }

  /** @returns how many of the keys are the item's now, at their places */
  async claimUploads(
    { manager, member, now }: Attaching,
    { type, id }: AttachedItem,
    keys: string[],
  ): Promise<number> {
    const { schoolId, isAdmin, membershipId } = member;
    const parameters = [id, keys, schoolId, uploadedAs(type), now, isAdmin, membershipId];
    const [, claimed] = await manager.query<[unknown, number]>(claimUploads(`${type}_id`), parameters);
    return claimed;
  }

  /** @returns keys of those that the item had and that are not to stay: their rows are gone */
  async release(manager: EntityManager, item: AttachedItem, stay: string[]): Promise<string[]> {
    const parameters = [item.id, stay, item.schoolId];
    const [rows] = await manager.query<[{ key: string }[], number]>(release(`${item.type}_id`), parameters);
    return rows.map(({ key }) => key);
  }
}

/** Milliseconds: contract section 5, rule 7. */
export const UNSAVED_FOR = RETENTION.attachments.days * DAY_MS;

/** Milliseconds: an item that is saved with it in the last moment still finds its object. */
export const OBJECT_RETENTION_MS = UNSAVED_FOR + 5 * 60 * 1000;
