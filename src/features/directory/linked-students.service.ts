import { Injectable } from '@nestjs/common';
import type { Member } from '../../access/caller.js';
import type { AsSeenByOthers } from './as-seen-by-others.dto.js';
import type { StudentDetail } from './student-detail.dto.js';
import { StudentDetailRepository, type Relative } from './student-detail.repository.js';

/** A member's own students; missing coordinates are not computed here. */
@Injectable()
export class LinkedStudentsService {
  constructor(private readonly students: StudentDetailRepository) {}

  /** As the member gets them. */
  of(member: Relative): Promise<StudentDetail[]> {
    return this.students.findLinked(member);
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
