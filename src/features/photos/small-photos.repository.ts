import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isOfSchoolHere } from '../../platform/database/moved-schools.js';
import { parentSlot, type PhotoSlot, type StoredPhoto, studentSlot } from './photo-slot.js';

const OWNERS = { student_photos: 'student_id', parent_photos: 'membership_id' } as const;
type PhotoTable = keyof typeof OWNERS;

const DUE = 'small_of is distinct from updated_at';

const due = (table: PhotoTable): string => `
  select '${table}' as "table", school_id, ${OWNERS[table]} as id, content_type, null::boolean as has_small,
    updated_at::text as version
  from ${table} where ${DUE} and ${isOfSchoolHere(`${table}.school_id`)}`;

// In no order: of several processes hardly any two make the same ones.
const SOME_DUE = `select * from (${due('student_photos')} union all ${due('parent_photos')}) due order by random() limit $1`;

interface DueRow extends StoredPhoto {
  table: PhotoTable;
  school_id: string;
  id: string;
  version: string;
}

/** A photo of which there are no small pictures yet. */
export interface DuePhoto {
  table: PhotoTable;
  schoolId: string;
  slot: PhotoSlot;
  /** Another one: it was replaced since. */
  version: string;
}

/** Photos whose small pictures are still to be made. */
@Injectable()
export class SmallPhotosRepository {
  constructor(private readonly dataSource: DataSource) {}

  async findDuePhotos(limit: number): Promise<DuePhoto[]> {
    const rows = await this.dataSource.query<DueRow[]>(SOME_DUE, [limit]);
    return rows.map((row) => ({
      table: row.table,
      schoolId: row.school_id,
      version: row.version,
      slot:
        row.table === 'student_photos' ? studentSlot(row.id, row) : parentSlot(row.school_id, row.id, row),
    }));
  }

  /**
   * Until the transaction ends nobody puts another photo there, and nobody deletes it. False when somebody has done so, or
   * has made the small pictures, or does it at this moment.
   */
  async lockDuePhoto(manager: EntityManager, { table, schoolId, slot, version }: DuePhoto): Promise<boolean> {
    const found = await manager.query<unknown[]>(
      `select from ${table} where school_id = $1 and ${OWNERS[table]} = $2 and updated_at = $3::timestamptz and ${DUE}
       for update skip locked`,
      [schoolId, slot.ownerId, version],
    );
    return found.length > 0;
  }

  /** @param hasSmall false: they cannot be made, and are not tried again */
  async settle(
    manager: EntityManager,
    { table, schoolId, slot }: DuePhoto,
    hasSmall: boolean,
  ): Promise<void> {
    await manager.query(
      `update ${table} set small_of = updated_at, has_small = $3 where school_id = $1 and ${OWNERS[table]} = $2`,
      [schoolId, slot.ownerId, hasSmall],
    );
  }
}
