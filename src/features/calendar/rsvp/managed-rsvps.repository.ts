import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../../platform/auth/caller.js';
import { utcText } from '../../../platform/database/utc-text.js';
import {
  FIND_VIEWER,
  isAddressedToMember,
  isAddressedToEach,
  membersOfSchool,
  VIEWER,
  viewerParameters,
} from '../../../policy/audience.js';
import { isCurrentAnswer, isRsvpClosed, isRsvpDue } from '../../../policy/event-rsvp.js';
import { isRestrictedStudent, isRestrictedStudentId } from '../../../policy/guardian-restriction.js';
import { memberContact } from '../../../policy/member-contact.js';
import { fullName, inNameOrder, nameSortKey, schoolLocale } from '../../../policy/name-order.js';
import { isMemberStill } from '../../../policy/organization-access.js';
import type { Viewer } from '../../../policy/viewer.js';
import { isOnRoster } from '../../../policy/present-people.js';
import { concernsStudent } from '../../../policy/slip-visibility.js';
import { EVENT_ID, isEvent, isManaged, isRetained, isVisible } from '../events/calendar.sql.js';
import { CalendarEvent } from '../events/calendar-event.entity.js';
import type { EventReference } from '../events/event-details.js';
import type { RsvpBy } from '../events/event-values.js';
import { ANSWERED_BY, PERSON_NAME } from './event-rsvp.sql.js';
import type { AskedPerson, GivenRsvp } from './event-rsvp.dto.js';

/** An event whose answers are to be read, as the caller stands to it. */
export interface AnsweredEvent {
  /** Id of the row. */
  id: string;
  /** The id by which the API knows it. */
  publicId: string;
  title: string;
  by: RsvpBy | null;
  managed: boolean;
  /** Whether the calendar shows it still. */
  retained: boolean;
  closed: boolean;
  /** UTC. */
  remindedAt: Date | null;
  /** IANA name, of the school. */
  timeZone: string;
  /** BCP 47, of the school. */
  locale: string;
}

const findAnswered = (condition: string): string => `
  with ${FIND_VIEWER}
  select e.id, ${EVENT_ID} as "publicId", e.title, e.rsvp_by as by, coalesce(${isManaged('e')}, false) as managed, ${isRetained('e')} as retained,
    coalesce(${isRsvpClosed('e', VIEWER.now)}, false) as closed, e.rsvp_reminded_at as "remindedAt",
    home.time_zone as "timeZone", ${schoolLocale('$1')} as locale
  from events e join schools home on home.id = e.school_id
  where e.school_id = $1 and ${isVisible('e')} and ${condition}`;

/** Whoever reads a list, in its first parameters; the fourth is the event. */
const READER: Viewer = { school: '$1', membership: '$2', admin: '$3' };

/* Nothing tells a manager of a student from whom they are kept apart. */
const ANSWERS = `
  select r.student_id, r.membership_id, case when r.student_id is null then ${PERSON_NAME} else ${fullName('s')} end as name,
    r.answer, r.comment, ${ANSWERED_BY} as answered_by, ${utcText('r.answered_at')} as answered_at,
    json_build_array(coalesce(s.last_name, on_file.last_name, ''), coalesce(s.first_name, on_file.first_name, ''), r.subject_id)
      as sort_key
  from events e join event_rsvps r on ${isCurrentAnswer('r', 'e')}
  left join students s on s.school_id = r.school_id and s.id = r.student_id
  left join lateral (select person.last_name, person.first_name
    from memberships m join users u on u.id = m.user_id ${memberContact('null')}
    where m.school_id = r.school_id and m.id = r.membership_id) on_file on true
  where e.school_id = $1 and e.id = $4 and not ${isRestrictedStudentId('r.student_id', READER)}`;

const UNANSWERED = (subject: string): string =>
  `not exists (select from event_rsvps r where ${isCurrentAnswer('r', 'e')} and r.subject_id = ${subject}.id)`;

const OUTSTANDING_STUDENTS = `
  select s.id as student_id, null::uuid as membership_id, ${fullName('s')} as name, ${nameSortKey('s')} as sort_key
  from events e join students s on s.school_id = e.school_id and ${isOnRoster('s')} and not ${isRestrictedStudent('s', READER)}
  where e.school_id = $1 and e.id = $4 and ${concernsStudent('e', 's')} and ${UNANSWERED('s')}`;

const OUTSTANDING_MEMBERS = `
  select null::uuid as student_id, m.id as membership_id, ${fullName('person')} as name,
    json_build_array(person.last_name, person.first_name, m.id) as sort_key
  from events e cross join (${membersOfSchool('$1', '$2')}) addressed
  join memberships m on m.school_id = e.school_id and m.id = addressed.id
  join users u on u.id = m.user_id ${memberContact('null')}
  where e.school_id = $1 and e.id = $3 and ${isAddressedToMember('e', 'addressed')} and ${UNANSWERED('m')}`;

const EACH_MEMBER = {
  ...{ school: 'e.school_id', membership: 'm.id', admin: `(m.role <> 'parent')`, now: '$3' },
};

const COUNT_OWING = `
  select count(*)::int as members from events e
  join memberships m on m.school_id = e.school_id and ${isMemberStill('m', '$3')}
  where e.school_id = $1 and e.id = $2 and ${isAddressedToEach('e', EACH_MEMBER)} and ${isRsvpDue('e', EACH_MEMBER)}`;

@Injectable()
export class ManagedRsvpsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Null for an event that the member does not see. One that was called off, or deleted, is found. */
  async findEvent(
    member: Member,
    reference: EventReference,
    now: Date,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<AnsweredEvent | null> {
    const [condition, added] = isEvent(reference, 5);
    const [event] = await manager.query<AnsweredEvent[]>(findAnswered(condition), [
      ...[...viewerParameters(member, now), ...added],
    ]);
    return event ?? null;
  }

  async findAnswers(member: Member, { id, locale }: AnsweredEvent): Promise<GivenRsvp[]> {
    return inNameOrder(await this.dataSource.query<GivenRsvp[]>(ANSWERS, readerOf(member, id)), locale);
  }

  /** Students of the audience for whom nobody has answered. */
  async findOutstandingStudents(member: Member, { id, locale }: AnsweredEvent): Promise<AskedPerson[]> {
    const rows = await this.dataSource.query<AskedPerson[]>(OUTSTANDING_STUDENTS, readerOf(member, id));
    return inNameOrder(rows, locale);
  }

  /** Members of the audience who have not answered. */
  async findOutstandingMembers(
    { schoolId }: Member,
    { id, locale }: AnsweredEvent,
    now: Date,
  ): Promise<AskedPerson[]> {
    const rows = await this.dataSource.query<AskedPerson[]>(OUTSTANDING_MEMBERS, [schoolId, now, id]);
    return inNameOrder(rows, locale);
  }

  async markReminded(manager: EntityManager, schoolId: string, id: string, now: Date): Promise<void> {
    await manager.getRepository(CalendarEvent).update({ schoolId, id }, { rsvpRemindedAt: now });
  }

  /** Members who owe an answer. */
  async countOwing(manager: EntityManager, schoolId: string, id: string, now: Date): Promise<number> {
    const [row] = await manager.query<[{ members: number }]>(COUNT_OWING, [schoolId, id, now]);
    return row.members;
  }
}

const readerOf = ({ schoolId, membershipId, isAdmin }: Member, id: string): unknown[] => [
  ...[schoolId, membershipId, isAdmin, id],
];
