import { type AudienceViewer, isAddressedTo } from './audience.js';
import { eventId } from './event-visibility.js';
import { instantOf } from './local-time.js';
import { memberContact } from './member-contact.js';
import { fullName } from './name-order.js';
import { isTurnedOn } from './school-feature.js';
import { fromRequestedStudents } from './slip-visibility.js';

/*
 * Conditions for answers to events (contract section 22): rows of `events` that ask for answers have `rsvp_by`, and rows of
 * `event_rsvps` are the answers. One that has ended counts for nothing: its place was given back.
 */

/** Days before its last moment in which an unanswered event is outstanding. */
const TODO_DAYS = 14;

/** SQL: the instant at which an event begins; one that takes whole days begins with its first day at the school. */
export const eventBegins = (event: string): string =>
  `coalesce(${event}.starts_at, (select ${instantOf(`${event}.start_date::timestamp`, 'place.time_zone')}
    from schools place where place.id = ${event}.school_id))`;

/** SQL: the instant until which answers are taken, where the event says one; null where it does not. */
export const rsvpUntil = (event: string): string =>
  `(${eventBegins(event)} - make_interval(secs => ${event}.rsvp_lead_seconds))`;

/** SQL: the instant from which on answers are taken of managers alone; null where the event asks for none. */
export const rsvpClosesAt = (event: string): string =>
  `(case when ${event}.rsvp_by is not null then coalesce(${rsvpUntil(event)}, ${eventBegins(event)}) end)`;

/** True for an event that takes no more answers of those whom it asks. */
export const isRsvpClosed = (event: string, now: string): string =>
  `(${event}.status = 'cancelled' or ${rsvpClosesAt(event)} <= ${now}::timestamptz)`;

/** True for a row of `event_rsvps` that counts for the event: in the way in which the event asks now. */
export const isCurrentAnswer = (answer: string, event: string): string =>
  `(${answer}.school_id = ${event}.school_id and ${answer}.event_id = ${event}.id and ${answer}.ended_at is null
    and (${answer}.student_id is not null) = (${event}.rsvp_by = 'student'))`;

/**
 * SQL of whom the event asks of the viewer's: a row for each of their students in the audience, or one for themselves; with
 * subject_id, by which an answer is found, student_id, name, last_name and first_name.
 */
export const rsvpLines = (event: string, viewer: AudienceViewer): string => `
  select s.id as subject_id, s.id as student_id, ${fullName('s')} as name, s.last_name, s.first_name
  from ${fromRequestedStudents(event, viewer)} where ${event}.rsvp_by = 'student' and ${isAddressedTo(event, viewer)}
  union all
  select m.id, null, ${fullName('person')}, '', ''
  from (select ${viewer.school}::uuid as school_id, ${viewer.membership}::uuid as id) self
  join memberships m on m.school_id = self.school_id and m.id = self.id
  join users u on u.id = m.user_id ${memberContact('null')}
  where ${event}.rsvp_by = 'person' and ${isAddressedTo(event, viewer)}`;

/** True for a row of `rsvpLines` that nobody has answered. */
const isUnanswered = (event: string, line: string): string =>
  `not exists (select from event_rsvps given where given.subject_id = ${line}.subject_id and ${isCurrentAnswer('given', event)})`;

/** True for an event that waits for an answer of the viewer's, for whichever of their students. */
export const isRsvpDue = (event: string, viewer: AudienceViewer): string =>
  `exists (select from (${rsvpLines(event, viewer)}) line where ${isUnanswered(event, 'line')})`;

/** True for an event to which a yes is given for the viewer or for one of their students. */
export const isComing = (event: string, { school, membership }: AudienceViewer): string => `
  exists (select from event_rsvps given where ${isCurrentAnswer('given', event)} and given.answer = 'yes'
    and (given.membership_id = ${membership}::uuid or given.student_id in (
      select family.student_id from family_guardians family join students pupil on pupil.school_id = family.school_id
        and pupil.id = family.student_id and pupil.archived_at is null
      where family.school_id = ${school}::uuid and family.membership_id = ${membership}::uuid)))`;

/**
 * SQL of the answers that a member still owes to events of a school, one row a student; none while the school has turned the
 * calendar off.
 */
export const rsvpTodo = (viewer: AudienceViewer): string => `
  select 'event_rsvp' as kind, ${eventId('e')} as id, e.school_id, e.title, line.student_id, ${rsvpUntil('e')} as due_at
  from events e join schools home on home.id = e.school_id and ${isTurnedOn('home', 'calendar')}
    cross join lateral (${rsvpLines('e', viewer)}) line
  where e.school_id = ${viewer.school}::uuid and e.rsvp_by is not null and e.status <> 'cancelled'
    and ${rsvpUntil('e')} > ${viewer.now}::timestamptz
    and ${rsvpUntil('e')} <= ${viewer.now}::timestamptz + interval '${TODO_DAYS} days' and ${isUnanswered('e', 'line')}`;
