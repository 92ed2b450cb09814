import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { WriteContext } from '../../../platform/auth/write-context.js';
import {
  isAddressedToEach,
  type AudienceViewer,
  VIEWER,
  viewerParameters,
} from '../../../policy/audience.js';
import { isCurrentAnswer, rsvpLines } from '../../../policy/event-rsvp.js';
import { isMemberStill } from '../../../policy/organization-access.js';
import { isOnRoster } from '../../../policy/present-people.js';
import { concernsStudent } from '../../../policy/slip-visibility.js';
import { isEvent } from '../events/calendar.sql.js';
import type { EventReference } from '../events/event-details.js';
import type { RsvpBy } from '../events/event-values.js';
import type { NewAnswer, Subject } from './rsvp-answers.js';

/** An event under its lock: its answers are counted and written by one request after the other. */
export interface LockedEvent {
  /** Id of the row. */
  id: string;
  by: RsvpBy | null;
  capacity: number | null;
}

/** Each member of the school in the place of the caller. */
const EACH_MEMBER: AudienceViewer = {
  ...{ school: 'e.school_id', membership: 'm.id', admin: `(m.role <> 'parent')`, now: VIEWER.now },
};

const IS_OWN = (subject: string): string =>
  `exists (select from (${rsvpLines('e', VIEWER)}) line where line.subject_id = ${subject}.id)`;

const HAS_ANSWER = (subject: string): string =>
  `exists (select from event_rsvps r where ${isCurrentAnswer('r', 'e')} and r.subject_id = ${subject}.id)`;

/* $5 the event, $6 those who are named. */
const STUDENTS = `
  select s.id, ${IS_OWN('s')} as own, coalesce(${concernsStudent('e', 's')}, false) as addressed, ${HAS_ANSWER('s')} as answered
  from events e join students s on s.school_id = e.school_id and ${isOnRoster('s')}
  where e.school_id = $1 and e.id = $5 and s.id = any ($6::uuid[])`;

const MEMBERS = `
  select m.id, ${IS_OWN('m')} as own, coalesce(${isAddressedToEach('e', EACH_MEMBER)}, false) as addressed,
    ${HAS_ANSWER('m')} as answered
  from events e join memberships m on m.school_id = e.school_id and ${isMemberStill('m', VIEWER.now)}
  where e.school_id = $1 and e.id = $5 and m.id = any ($6::uuid[])`;

const COMING = `
  select (count(*) filter (where not r.subject_id = any ($3::uuid[])))::int as others,
    (count(*) filter (where r.subject_id = any ($3::uuid[])))::int as before
  from events e join event_rsvps r on ${isCurrentAnswer('r', 'e')} and r.answer = 'yes'
  where e.school_id = $1 and e.id = $2`;

/* One row a subject, in one order: whoever ends answers takes them in the same. What is answered already stays as it was given. */
const PUT = `
  insert into event_rsvps as r (school_id, event_id, subject_id, student_id, membership_id, answer, comment,
    answered_by_membership_id, answered_at)
  select $1, $2, given."subjectId", case when $3 = 'student' then given."subjectId" end,
    case when $3 = 'person' then given."subjectId" end, given.answer, given.comment, $4, $5
  from jsonb_to_recordset($6) as given("subjectId" uuid, answer text, comment text)
  order by given."subjectId"
  on conflict (school_id, event_id, subject_id) do update set answer = excluded.answer, comment = excluded.comment,
    answered_by_membership_id = excluded.answered_by_membership_id, answered_at = excluded.answered_at, ended_at = null
  where (r.answer, r.comment, r.answered_by_membership_id, r.ended_at)
    is distinct from (excluded.answer, excluded.comment, excluded.answered_by_membership_id, null::timestamptz)
  returning r.subject_id`;

/** Reads and writes of an answer, inside of its transaction. */
@Injectable()
export class RsvpsRepository {
  /** Null where the school has no such event. Its row is locked until the transaction ends. */
  async lockEvent(
    { manager, member }: Pick<WriteContext, 'manager' | 'member'>,
    reference: EventReference,
  ): Promise<LockedEvent | null> {
    const [condition, added] = isEvent(reference, 2);
    const [event] = await manager.query<LockedEvent[]>(
      `select e.id, e.rsvp_by as by, e.rsvp_capacity as capacity from events e
       where e.school_id = $1 and ${condition} for no key update of e`,
      [member.schoolId, ...added],
    );
    return event ?? null;
  }

  /** Locks memberships in the order of their ids, for an answer that is given for other members. */
  async lockMemberships(manager: EntityManager, schoolId: string, ids: string[]): Promise<void> {
    await manager.query(
      'select from memberships where school_id = $1 and id = any ($2::uuid[]) order by id for share',
      [schoolId, ids],
    );
  }

  /** Those of the students or members who are at the school. */
  findSubjects(
    { manager, member, now }: WriteContext,
    { id, by }: LockedEvent,
    ids: string[],
  ): Promise<Subject[]> {
    return manager.query(by === 'student' ? STUDENTS : MEMBERS, [...viewerParameters(member, now), id, ids]);
  }

  /** How many are coming: of these, and of all others. */
  async countComing(
    { manager, member }: WriteContext,
    { id }: LockedEvent,
    ids: string[],
  ): Promise<{ others: number; before: number }> {
    const [counts] = await manager.query<[{ others: number; before: number }]>(COMING, [
      ...[member.schoolId, id, ids],
    ]);
    return counts;
  }

  /** @returns whether anything is another answer than before */
  async putAnswers(
    { manager, member, now }: WriteContext,
    { id, by }: LockedEvent,
    answers: NewAnswer[],
  ): Promise<boolean> {
    const written = await manager.query<unknown[]>(PUT, [
      ...[member.schoolId, id, by, member.membershipId, now, JSON.stringify(answers)],
    ]);
    return written.length > 0;
  }
}
