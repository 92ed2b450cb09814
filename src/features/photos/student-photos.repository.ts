import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { lockMember } from '../../platform/auth/member-lock.repository.js';
import { isOwn, type Viewer } from '../../policy/privacy-mask.js';
import { isRestrictedStudent } from '../../policy/guardian-restriction.js';
import { queryPrepared } from '../../platform/database/prepared-statement.js';
import {
  STORED_PHOTO,
  type StoredPhoto,
  studentSlot,
  type PhotoRecord,
  type PhotoSlot,
} from './photo-slot.js';
import { StudentPhoto } from './student-photo.entity.js';

const CALLER: Viewer = { school: '$1', membership: '$3', admin: '$4' };

const VISIBLE = `
  select s.id, ${STORED_PHOTO} from students s
  left join student_photos photo on photo.school_id = s.school_id and photo.student_id = s.id
  where s.school_id = $1 and s.id = $2 and s.archived_at is null and not ${isRestrictedStudent('s', CALLER)}`;

/** Photos that the member may write: as a linked guardian or an admin (contract section 1, photos). */
const WRITABLE = `${VISIBLE} and (${CALLER.admin}::boolean or ${isOwn('s', CALLER)})`;

interface PhotoRow extends StoredPhoto {
  id: string;
}

/** The ids that come back are as keys have them: a path may write them in capitals. */
@Injectable()
export class StudentPhotosRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Null when the student is not visible. */
  async findVisible(member: Member, studentId: string): Promise<PhotoSlot | null> {
    const parameters = [member.schoolId, studentId, member.membershipId, member.isAdmin];
    return toSlot(await queryPrepared<PhotoRow>(this.dataSource, VISIBLE, parameters));
  }

  /** Null when the member may not write this student's photo. */
  async findWritable(
    member: Member,
    studentId: string,
    manager = this.dataSource.manager,
  ): Promise<PhotoSlot | null> {
    const parameters = [member.schoolId, studentId, member.membershipId, member.isAdmin];
    return toSlot(await manager.query<PhotoRow[]>(WRITABLE, parameters));
  }

  /** The slot under a lock: one writer of this photo at a time, with the rights that they have by now. */
  async lockWritable(manager: EntityManager, member: Member, studentId: string): Promise<PhotoSlot | null> {
    const present = await lockMember(manager, member);
    if (!present) return null;
    await manager.query('select 1 from students where school_id = $1 and id = $2 for no key update', [
      member.schoolId,
      studentId,
    ]);
    // A statement of its own: one that waited for the lock would still see links and photo from before.
    return this.findWritable(present, studentId, manager);
  }

  find({ schoolId }: Member, studentId: string): Promise<StudentPhoto | null> {
    return this.dataSource.getRepository(StudentPhoto).findOneBy({ schoolId, studentId });
  }

  async put(
    manager: EntityManager,
    member: Member,
    { ownerId }: PhotoSlot,
    photo: PhotoRecord,
  ): Promise<void> {
    const row = { studentId: ownerId, schoolId: member.schoolId, ...photo, smallOf: photo.updatedAt };
    await manager.getRepository(StudentPhoto).upsert(row, ['schoolId', 'studentId']);
  }

  async remove(manager: EntityManager, { schoolId }: Member, { ownerId }: PhotoSlot): Promise<void> {
    await manager.getRepository(StudentPhoto).delete({ schoolId, studentId: ownerId });
  }
}

const toSlot = ([row]: PhotoRow[]): PhotoSlot | null => (row ? studentSlot(row.id, row) : null);
