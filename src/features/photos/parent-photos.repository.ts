import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { queryPrepared } from '../../platform/database/prepared-statement.js';
import { ParentPhoto } from './parent-photo.entity.js';
import {
  parentSlot,
  type ParentSlot,
  type PhotoRecord,
  STORED_PHOTO,
  type StoredPhoto,
} from './photo-slot.js';

interface PhotoRow extends StoredPhoto {
  school_id: string;
  id: string;
}

const BY_ID = `
  select m.school_id, m.id, ${STORED_PHOTO} from memberships m
  left join parent_photos photo on photo.school_id = m.school_id and photo.membership_id = m.id
  where m.school_id = $1 and m.id = $2`;

const VISIBLE = `${BY_ID} and m.deactivated_at is null`;

const ALL = `
  select m.school_id, m.id, ${STORED_PHOTO} from memberships m join schools school on school.id = m.school_id
  left join parent_photos photo on photo.school_id = m.school_id and photo.membership_id = m.id
  where m.user_id = $1`;

const OWN = `${ALL} and m.deactivated_at is null order by school.name, school.id`;

/** The memberships whose schools are $1, and whose ids are $2. */
const PLACES = '(select * from unnest($1::uuid[], $2::uuid[]))';

const placesOf = (slots: ParentSlot[]): [schoolIds: string[], membershipIds: string[]] => [
  slots.map(({ schoolId }) => schoolId),
  slots.map(({ ownerId }) => ownerId),
];

const toSlot = (row: PhotoRow): ParentSlot => parentSlot(row.school_id, row.id, row);

@Injectable()
export class ParentPhotosRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Null when there is no such active member in the caller's school. */
  async findVisible(member: Member, parentId: string): Promise<ParentSlot | null> {
    const [row] = await queryPrepared<PhotoRow>(this.dataSource, VISIBLE, [member.schoolId, parentId]);
    return row ? toSlot(row) : null;
  }

  /** One for each active membership, in the order of the schools' names. */
  async findOwn(userId: string, manager = this.dataSource.manager): Promise<ParentSlot[]> {
    return (await manager.query<PhotoRow[]>(OWN, [userId])).map(toSlot);
  }

  /** The person's photos under a lock: one writer of a person's photo at a time, in the order in which the profile locks. */
  async lockOwn(manager: EntityManager, userId: string): Promise<ParentSlot[]> {
    await manager.query(
      `select id from memberships where user_id = $1 and deactivated_at is null order by school_id for no key update`,
      [userId],
    );
    // A statement of its own: one that waited for the lock would still see the photos from before.
    return this.findOwn(userId, manager);
  }

  /** Photos of every membership under a lock: a deleted photo does not come back with a membership that is active again. */
  async lockAll(manager: EntityManager, userId: string): Promise<ParentSlot[]> {
    await manager.query(
      'select id from memberships where user_id = $1 order by school_id for no key update',
      [userId],
    );
    return (await manager.query<PhotoRow[]>(ALL, [userId])).map(toSlot);
  }

  /** Null when there is no such membership. */
  async lockOne(
    manager: EntityManager,
    { schoolId, membershipId }: Pick<Member, 'schoolId' | 'membershipId'>,
  ): Promise<ParentSlot | null> {
    const found = await manager.query<unknown[]>(
      'select 1 from memberships where school_id = $1 and id = $2 for no key update',
      [schoolId, membershipId],
    );
    if (found.length === 0) return null;
    const [row] = await manager.query<PhotoRow[]>(BY_ID, [schoolId, membershipId]);
    return toSlot(row!);
  }

  /** In the first of these places that has one: all have the same. */
  find(slots: ParentSlot[]): Promise<ParentPhoto | null> {
    const [schoolIds, membershipIds] = placesOf(slots);
    return this.dataSource.manager
      .createQueryBuilder(ParentPhoto, 'photo')
      .where(
        `(photo.school_id, photo.membership_id) in (
          select * from unnest(cast(:schoolIds as uuid[]), cast(:membershipIds as uuid[])))`,
        { schoolIds, membershipIds },
      )
      .getOne();
  }

  async put(manager: EntityManager, slots: ParentSlot[], photo: PhotoRecord): Promise<void> {
    await manager.query(
      `insert into parent_photos (membership_id, school_id, content_type, width, height, size_bytes, updated_at, small_of,
         has_small)
       select id, school_id, $3, $4, $5, $6, $7, $7, $8 from memberships where (school_id, id) in ${PLACES}
       on conflict (school_id, membership_id) do update set content_type = excluded.content_type, width = excluded.width,
         height = excluded.height, size_bytes = excluded.size_bytes, updated_at = excluded.updated_at, small_of = excluded.small_of,
         has_small = excluded.has_small`,
      [
        ...placesOf(slots),
        ...[photo.contentType, photo.width, photo.height, photo.sizeBytes, photo.updatedAt, photo.hasSmall],
      ],
    );
  }

  async remove(manager: EntityManager, slots: ParentSlot[]): Promise<void> {
    await manager.query(
      `delete from parent_photos where (school_id, membership_id) in ${PLACES}`,
      placesOf(slots),
    );
  }
}
