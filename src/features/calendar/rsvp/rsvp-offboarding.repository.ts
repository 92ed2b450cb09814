import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { eventBegins } from '../../../policy/event-rsvp.js';
import { eventId } from '../../../policy/event-visibility.js';
import { isRestrictedStudentId } from '../../../policy/guardian-restriction.js';
import { isActiveMember, isOnRoster } from '../../../policy/present-people.js';
import type { Viewer } from '../../../policy/viewer.js';
import type { Leaver, RestrictedPairs } from '../../memberships/member-holdings.service.js';

/** Answers to events that have not begun. $1 the school, $3 now. In the order in which answers are written: nobody waits in a circle. */
const ahead = (whose: string): string => `
  select r.event_id, r.subject_id from event_rsvps r join events e on e.school_id = r.school_id and e.id = r.event_id
  where r.school_id = $1 and r.ended_at is null and ${eventBegins('e')} > $3 and ${whose}
  order by r.event_id, r.subject_id for no key update of r`;

const endAhead = (whose: string): string => `
  with ahead as materialized (${ahead(whose)}), ended as (
    update event_rsvps r set ended_at = $3 from ahead
    where r.school_id = $1 and r.event_id = ahead.event_id and r.subject_id = ahead.subject_id
    returning r.event_id)
  select distinct ${eventId('e')} as id from ended join events e on e.school_id = $1 and e.id = ended.event_id`;

const IS_OF_THEIR_STUDENT = `exists (select from family_guardians own
  where own.school_id = r.school_id and own.student_id = r.student_id and own.membership_id = any ($2::uuid[]))`;

/** Of two guardians who leave at the same moment the second one waits here, until the first is seen to have left. */
const LOCK_OF_MEMBERS = ahead(`(${IS_OF_THEIR_STUDENT} or r.answered_by_membership_id = any ($2::uuid[]))`);

/** True for a membership `author` that manages the event, and so records answers of others. */
const MANAGES = `(author.role <> 'parent' or exists (select from organization_grants held
  where held.school_id = author.school_id and held.membership_id = author.id and held.organization_id = e.organization_id))`;

/** @param when SQL, a condition for the membership `author`, who has given the answer */
const hasAuthor = (when: string): string => `exists (select from memberships author
  where author.school_id = r.school_id and author.id = r.answered_by_membership_id and ${when})`;

/** @param when SQL, a further condition for the membership `kin_member` */
const hasGuardianHere = (when = 'true'): string => `exists (select from family_guardians kin
  join memberships kin_member on kin_member.school_id = kin.school_id and kin_member.id = kin.membership_id
    and ${isActiveMember('kin_member')}
  where kin.school_id = r.school_id and kin.student_id = r.student_id and ${when})`;

/**
 * A child whose other guardian is at the school still comes, until that one leaves as well, whoever of them answered. What a manager
 * recorded who is at the school stays.
 */
const OF_MEMBERS = endAhead(`(r.membership_id = any ($2::uuid[])
  or not ${hasAuthor(`${isActiveMember('author')} and author.id <> all ($2::uuid[])`)}
    and (${hasAuthor(`author.id = any ($2::uuid[]) and not ${MANAGES}`)} or ${IS_OF_THEIR_STUDENT})
    and not ${hasGuardianHere('kin_member.id <> all ($2::uuid[])')})`);

const FOR_STUDENTS = endAhead(
  '(r.answered_by_membership_id, r.student_id) in (select * from unnest($2::uuid[], $4::uuid[]))',
);

/** The author of an answer. An admin who is kept apart from a student answers nothing for that student either. */
const AUTHOR: Viewer = {
  ...{ school: 'r.school_id', membership: 'r.answered_by_membership_id', admin: 'false' },
};

/** What would have ended with who is gone, had the event lain ahead at that time. A manager's answer stays. */
const OVERTAKEN = endAhead(`r.event_id = any ($2::uuid[]) and (
  exists (select from memberships m where m.school_id = r.school_id and m.id = r.membership_id and not ${isActiveMember('m')})
  or exists (select from students s where s.school_id = r.school_id and s.id = r.student_id and not ${isOnRoster('s')})
  or ${isRestrictedStudentId('r.student_id', AUTHOR)}
  or r.student_id is not null and not ${hasAuthor(`(${isActiveMember('author')} or ${MANAGES})`)} and not ${hasGuardianHere()})`);

/** Ends answers to events that have not begun, and says which events those are, by the ids that the API knows. */
@Injectable()
export class RsvpOffboardingRepository {
  /** Ends what members have answered for themselves, and for students of whom no other guardian is at the school. */
  async endOfMembers(
    manager: EntityManager,
    schoolId: string,
    membershipIds: string[],
    now: Date,
  ): Promise<{ id: string }[]> {
    await manager.query(LOCK_OF_MEMBERS, [schoolId, membershipIds, now]);
    return manager.query(OF_MEMBERS, [schoolId, membershipIds, now]);
  }

  /** Ends what was answered to events that had begun, and lie ahead again, by or for those who are gone since. */
  async endOvertaken(manager: EntityManager, schoolId: string, eventIds: string[], now: Date): Promise<void> {
    await manager.query(OVERTAKEN, [schoolId, eventIds, now]);
  }

  /** Rows of events that a member has answered, for whomever. */
  async findEventsAnsweredBy(manager: EntityManager, { schoolId, membershipId }: Leaver): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      `select distinct event_id as id from event_rsvps
       where school_id = $1 and $2 in (membership_id, answered_by_membership_id) order by id`,
      [schoolId, membershipId],
    );
    return rows.map(({ id }) => id);
  }

  /** Ends what members have answered for students from whom they are kept apart. */
  endForStudents(
    manager: EntityManager,
    { schoolId, pairs }: RestrictedPairs,
    now: Date,
  ): Promise<{ id: string }[]> {
    const members = pairs.map(({ membershipId }) => membershipId);
    const students = pairs.map(({ studentId }) => studentId);
    return manager.query(FOR_STUDENTS, [schoolId, members, now, students]);
  }
}
