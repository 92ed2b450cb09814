import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../access/caller.js';
import { queryPrepared } from '../../database/prepared-statement.js';
import type { StudentDetail } from './student-detail.dto.js';
import { ownNotes, ownStar, studentDetails, UNRELATED } from './student-detail.sql.js';

/** $2 is whose students; who looks at them is another question. */
const LINKED = `
  ${studentDetails(
    's.id in (select linked.student_id from guardians linked where linked.membership_id = $2)',
    `, ${ownStar('s.id', '$3')} as starred, ${ownNotes('s.id', '$3')} as notes`,
  )}
  order by s.last_name, s.first_name, s.id`;

/** Whose linked students. */
export type Relative = Pick<Member, 'membershipId' | 'schoolId' | 'isAdmin'>;

@Injectable()
export class StudentDetailRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The member's linked students as the member gets them, by last name and first name; one round trip. */
  findLinked(member: Relative): Promise<StudentDetail[]> {
    return this.read(member, member);
  }

  /** The same students as an unrelated parent of the school gets them. */
  findLinkedAsSeenByOthers(member: Relative): Promise<StudentDetail[]> {
    return this.read(member, UNRELATED);
  }

  private read(
    { schoolId, membershipId }: Relative,
    viewer: Pick<Member, 'membershipId' | 'isAdmin'>,
  ): Promise<StudentDetail[]> {
    const parameters = [schoolId, membershipId, viewer.membershipId, viewer.isAdmin];
    return queryPrepared(this.dataSource, LINKED, parameters);
  }
}
