import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import type { AsSeenByOthers, StudentDetail } from './student-detail.dto.js';
import { type Relative, StudentDetailRepository } from './student-detail.repository.js';
import { AmbiguousStudentError, UnknownStudentError } from './guardian-relation.js';
import { StudentsRepository } from './roster.repository.js';
import { NotFoundError } from '../../platform/errors/app-error.js';

/** A member's own students; missing coordinates are not computed here. */
@Injectable()
export class LinkedStudentsService {
  constructor(private readonly students: StudentDetailRepository) {}

  /** As the member gets them. @param manager of a transaction that they are read in */
  of(member: Relative, manager?: EntityManager): Promise<StudentDetail[]> {
    return this.students.findLinked(member, manager);
  }

  /** As an unrelated parent of the school gets them. */
  async asSeenByOthers(member: Member): Promise<AsSeenByOthers> {
    const students = await this.students.findLinkedAsSeenByOthers(member);
    const guardian = students[0]?.guardians.find(
      ({ membership_id }) => membership_id === member.membershipId,
    );
    return { guardian: guardian ?? null, students };
  }
}

/** Operators and content files name students by the id that their source gave them. */
@Injectable()
export class StudentReferencesService {
  constructor(private readonly students: StudentsRepository) {}

  /**
   * @returns the student's id, archived or not
   * @throws UnknownStudentError
   * @throws AmbiguousStudentError
   */
  async resolve(manager: EntityManager, schoolId: string, sourceId: string): Promise<string> {
    const [id, another] = await this.students.findIdsBySourceId(manager, schoolId, sourceId);
    if (another) throw new AmbiguousStudentError(sourceId);
    if (!id) throw new UnknownStudentError(sourceId);
    return id;
  }
}

/** An archived student has left the directory: for everyone it is as if it did not exist. */
@Injectable()
export class StudentVisibilityService {
  constructor(private readonly students: StudentsRepository) {}

  /** @throws NotFoundError */
  async assertVisible(member: Member, studentId: string): Promise<void> {
    if (!(await this.students.isOnRosterOf(member, studentId))) throw new NotFoundError();
  }
}
