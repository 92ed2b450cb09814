import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../../platform/auth/caller.js';
import type { AsSeenByOthers, StudentDetail } from './student-detail.dto.js';
import { type Relative, StudentDetailRepository } from './student-detail.repository.js';

/** A member's own students; missing coordinates are not computed here. */
@Injectable()
export class LinkedStudentsService {
  constructor(private readonly students: StudentDetailRepository) {}

  /** The linked students as the member sees them. @param manager of a transaction that they are read in */
  of(member: Relative, manager?: EntityManager): Promise<StudentDetail[]> {
    return this.students.findLinked(member, manager);
  }

  /** The linked students as an unrelated parent of the school sees them. */
  async readForOthers(member: Member): Promise<AsSeenByOthers> {
    const students = await this.students.findLinkedForOthers(member);
    const guardian = students[0]?.guardians.find(
      ({ membership_id }) => membership_id === member.membershipId,
    );
    return { guardian: guardian ?? null, students };
  }
}
