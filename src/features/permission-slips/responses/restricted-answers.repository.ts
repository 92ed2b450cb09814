import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RestrictedPairs } from '../../memberships/member-holdings.service.js';
import { SUPERSEDE } from './slip-responses.sql.js';

/**
 * $1: the school, $2: members, $3: students. Answers of these members that hold for a student from whom they are kept apart, and those
 * on paper of a record of such a student that is restricted.
 */
const isRestricted = (answer: string): string => `
  ${answer}.school_id = $1 and ${answer}.is_current and exists (
    select from permission_slip_responses r where r.school_id = ${answer}.school_id and r.id = ${answer}.response_id
      and (exists (select from unnest($2::uuid[], $3::uuid[]) restricted(membership_id, student_id)
          where restricted.membership_id = r.signed_by_membership_id and restricted.student_id = ${answer}.student_id)
        or ${answer}.student_id = any ($3::uuid[]) and exists (select from guardians g where g.school_id = r.school_id
          and g.id = r.signed_by_guardian_id and g.restricted_at is not null)))`;

const LOCK_SLIPS = `
  select slip.id from permission_slips slip where slip.school_id = $1 and slip.id in (
    select rs.slip_id from permission_slip_response_students rs where ${isRestricted('rs')})
  order by slip.id for share`;

const LOCK_STUDENTS = `
  select from students where school_id = $1 and id = any ($2::uuid[]) order by id for no key update`;

/** A response that loses all its students ends with them; one that goes on for others has lost these for good. */
const END_ANSWERS = `
  update permission_slip_response_students rs set is_current = false, is_overruled = exists (
    select from permission_slip_response_students other
    where other.school_id = rs.school_id and other.response_id = rs.response_id and other.is_current
      and not (${isRestricted('other')}))
  where ${isRestricted('rs')} returning rs.slip_id as id`;

/** Answers of guardians for students from whom they are kept apart: they stay on record, and hold for nobody. */
@Injectable()
export class RestrictedAnswersRepository {
  /**
   * Locks in the order of an answer: the members before, then slips, and their students.
   * @returns slips of which an answer has ended
   */
  async endAnswers(
    manager: EntityManager,
    { schoolId, pairs }: RestrictedPairs,
    now: Date,
  ): Promise<string[]> {
    const members = pairs.map(({ membershipId }) => membershipId);
    const students = pairs.map(({ studentId }) => studentId);
    await manager.query(LOCK_SLIPS, [schoolId, members, students]);
    await manager.query(LOCK_STUDENTS, [schoolId, students]);
    const parameters = [schoolId, members, students];
    const [ended] = await manager.query<[{ id: string }[], number]>(END_ANSWERS, parameters);
    const slipIds = [...new Set(ended.map(({ id }) => id))];
    await manager.query(SUPERSEDE, [schoolId, slipIds, now]);
    return slipIds;
  }
}
