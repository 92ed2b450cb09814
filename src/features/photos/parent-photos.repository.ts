import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { queryPrepared } from '../../platform/database/prepared-statement.js';
import type { ImageType } from '../../platform/images/image-type.js';
import { ParentPhoto } from './student-photo.entity.js';
import { parentSlot, type PhotoRecord, type PhotoSlot } from './photo-slot.js';

interface PhotoRow {
  id: string;
  content_type: ImageType | null;
}

const VISIBLE = `
  select m.id, photo.content_type from memberships m left join parent_photos photo on photo.membership_id = m.id
  where m.id = $1 and m.school_id = $2 and m.deactivated_at is null`;

const ALL = `
  select m.id, photo.content_type from memberships m join schools school on school.id = m.school_id
  left join parent_photos photo on photo.membership_id = m.id
  where m.user_id = $1`;

const OWN = `${ALL} and m.deactivated_at is null order by school.name, school.id`;

const toSlot = (row: PhotoRow): PhotoSlot => parentSlot(row.id, row.content_type);

@Injectable()
export class ParentPhotosRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Null when there is no such active member in the caller's school. */
  async findVisible(member: Member, parentId: string): Promise<PhotoSlot | null> {
    const [row] = await queryPrepared<PhotoRow>(this.dataSource, VISIBLE, [parentId, member.schoolId]);
    return row ? toSlot(row) : null;
  }

  /** One for each active membership, in the order of the schools' names. */
  async findOwn(userId: string, manager = this.dataSource.manager): Promise<PhotoSlot[]> {
    return (await manager.query<PhotoRow[]>(OWN, [userId])).map(toSlot);
  }

  /** The same under a lock: one writer of a person's photo at a time, in the order in which the profile locks. */
  async lockOwn(manager: EntityManager, userId: string): Promise<PhotoSlot[]> {
    await manager.query(
      `select id from memberships where user_id = $1 and deactivated_at is null order by school_id for no key update`,
      [userId],
    );
    // A statement of its own: one that waited for the lock would still see the photos from before.
    return this.findOwn(userId, manager);
  }

  /** The same of every membership: what is deleted does not come back with one that is active again. */
  async lockAll(manager: EntityManager, userId: string): Promise<PhotoSlot[]> {
    await manager.query(
      'select id from memberships where user_id = $1 order by school_id for no key update',
      [userId],
    );
    return (await manager.query<PhotoRow[]>(ALL, [userId])).map(toSlot);
  }

  /** Null when there is no such membership. */
  async lockOne(manager: EntityManager, membershipId: string): Promise<PhotoSlot | null> {
    const found = await manager.query<unknown[]>(
      'select 1 from memberships where id = $1 for no key update',
      [membershipId],
    );
    const photo = await manager.findOneBy(ParentPhoto, { membershipId });
    return found.length > 0 ? parentSlot(membershipId, photo?.contentType ?? null) : null;
  }

  /** In the first of these places that has one: all have the same. */
  find(slots: PhotoSlot[]): Promise<ParentPhoto | null> {
    return this.dataSource.manager.findOneBy(ParentPhoto, {
      membershipId: In(slots.map(({ ownerId }) => ownerId)),
    });
  }

  async put(manager: EntityManager, slots: PhotoSlot[], photo: PhotoRecord): Promise<void> {
    await manager.query(
      `insert into parent_photos (membership_id, school_id, content_type, width, height, size_bytes, updated_at)
       select id, school_id, $2, $3, $4, $5, $6 from memberships where id = any($1)
       on conflict (membership_id) do update set content_type = excluded.content_type, width = excluded.width,
         height = excluded.height, size_bytes = excluded.size_bytes, updated_at = excluded.updated_at`,
      [
        slots.map(({ ownerId }) => ownerId),
        photo.contentType,
        photo.width,
        photo.height,
        photo.sizeBytes,
        photo.updatedAt,
      ],
    );
  }

  async remove(manager: EntityManager, slots: PhotoSlot[]): Promise<void> {
    await manager.delete(ParentPhoto, { membershipId: In(slots.map(({ ownerId }) => ownerId)) });
  }
}
