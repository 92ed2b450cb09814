import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Partings } from '../../memberships/member-holdings.service.js';

/** $1: the school, $2: members, $3: students. Answers of these members that hold for a student from whom they are kept apart. */
const PARTED = `
  rs.school_id = $1 and rs.is_current and exists (
    select from permission_slip_responses r join unnest($2::uuid[], $3::uuid[]) parted(membership_id, student_id)
      on parted.membership_id = r.signed_by_membership_id and parted.student_id = rs.student_id
    where r.school_id = rs.school_id and r.id = rs.response_id)`;

const LOCK_SLIPS = `
  select slip.id from permission_slips slip where slip.school_id = $1 and slip.id in (
    select rs.slip_id from permission_slip_response_students rs where ${PARTED})
  order by slip.id for share`;

const LOCK_STUDENTS = `
  select from students where school_id = $1 and id = any ($2::uuid[]) order by id for no key update`;

/** A response that loses all its students ends with them; one that goes on for others has lost these for good. */
const END_ANSWERS = `
  update permission_slip_response_students rs set is_current = false, is_overruled = exists (
    select from permission_slip_response_students other
    where other.school_id = rs.school_id and other.response_id = rs.response_id and other.is_current
      and other.student_id <> all ($3::uuid[]))
  where ${PARTED} returning rs.slip_id as id`;

const END_RESPONSES = `
  update permission_slip_responses r set state = 'superseded', ended_at = $2
  where r.school_id = $1 and r.slip_id = any ($3::uuid[]) and r.state = 'current' and not exists (
    select from permission_slip_response_students rs
    where rs.school_id = r.school_id and rs.response_id = r.id and rs.is_current)`;

/** Answers of guardians for students from whom they are kept apart: they stay on record, and hold for nobody. */
@Injectable()
export class PartedAnswersRepository {
  /**
   * Locks in the order of an answer: the members before, then slips, and their students.
   * @returns slips of which an answer has ended
   */
  async endAnswers(manager: EntityManager, { schoolId, pairs }: Partings, now: Date): Promise<string[]> {
    const members = pairs.map(({ membershipId }) => membershipId);
    const students = pairs.map(({ studentId }) => studentId);
    await manager.query(LOCK_SLIPS, [schoolId, members, students]);
    await manager.query(LOCK_STUDENTS, [schoolId, students]);
    const parameters = [schoolId, members, students];
    const [ended] = await manager.query<[{ id: string }[], number]>(END_ANSWERS, parameters);
    const slipIds = [...new Set(ended.map(({ id }) => id))];
    await manager.query(END_RESPONSES, [schoolId, now, slipIds]);
    return slipIds;
  }
}
