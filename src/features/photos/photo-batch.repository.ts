import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { isRestrictedStudent } from '../../policy/guardian-restriction.js';
import type { Viewer } from '../../policy/privacy-mask.js';
import { queryPrepared } from '../../platform/database/prepared-statement.js';
import { parentSlot, type PhotoSlot, STORED_PHOTO, type StoredPhoto, studentSlot } from './photo-slot.js';

/** $2 and $3 are the people. */
const CALLER: Viewer = { school: '$1', membership: '$4', admin: '$5' };

/** Photos by the rules of the single operations: students on the roster, active members, of the caller's school. */
const VISIBLE = `
  select 'student' as kind, s.id, ${STORED_PHOTO}
  from students s join student_photos photo on photo.school_id = s.school_id and photo.student_id = s.id
  where s.school_id = $1 and s.id = any ($2::uuid[]) and s.archived_at is null and not ${isRestrictedStudent('s', CALLER)}
  union all
  select 'parent', m.id, ${STORED_PHOTO}
  from memberships m join parent_photos photo on photo.school_id = m.school_id and photo.membership_id = m.id
  where m.school_id = $1 and m.id = any ($3::uuid[]) and m.deactivated_at is null
  order by 1, 2`;

interface PhotoRow extends StoredPhoto {
  kind: 'student' | 'parent';
  id: string;
}

/** Photos of many people at once, in one statement. */
@Injectable()
export class PhotoBatchRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The photos of these people that the member may see; people without one are left out. */
  async findVisibleBatch(
    { schoolId, membershipId, isAdmin }: Member,
    { students, parents }: { students: string[]; parents: string[] },
  ): Promise<{ students: PhotoSlot[]; parents: PhotoSlot[] }> {
    const rows = await queryPrepared<PhotoRow>(this.dataSource, VISIBLE, [
      ...[schoolId, students, parents],
      ...[membershipId, isAdmin],
    ]);
    const { student = [], parent = [] } = Object.groupBy(rows, ({ kind }) => kind);
    return {
      students: student.map((row) => studentSlot(row.id, row)),
      parents: parent.map((row) => parentSlot(schoolId, row.id, row)),
    };
  }
}
