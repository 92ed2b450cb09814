import { accountOf } from '../../../policy/privacy-mask.js';
import { nameOf } from '../../../policy/same-person.js';

/*
 * Which records of a student are of one person is judged here as the triggers of the table judge it (migration 1796960000000).
 */

/** SQL: whether the account of `guardian` is the one of `known`, or has proven its address. */
const isOfAccountOf = (known: string, guardian: string): string => `(
  ${accountOf(guardian)} = ${accountOf(known)}
  or exists (select from memberships m join user_addresses held on held.user_id = m.user_id and held.verified_at is not null
    where m.school_id = ${guardian}.school_id and m.id = ${accountOf(guardian)} and held.email = ${known}.email))`;

/** SQL: whether two records of a student are of one person: the name, the id in a source, or a link that was made by hand. */
const isRecordOf = (known: string, guardian: string): string => `(
  ${nameOf(known)} = ${nameOf(guardian)} or ${guardian}.source_id = ${known}.source_id
  or ${guardian}.source_id is null and ${isOfAccountOf(known, guardian)})`;

/** $1: the school, $2: a guardian record. All records of this person for the student. */
export const RECORDS_OF_PERSON = `
  with recursive person as (
    select g.id, g.student_id from guardians g where g.school_id = $1 and g.id = $2
    union
    select other.id, other.student_id from person join guardians known on known.school_id = $1 and known.id = person.id
    join guardians other on other.school_id = $1 and other.student_id = person.student_id and ${isRecordOf('known', 'other')})
  select g.id, g.student_id as "studentId", g.restricted_at is not null as restricted,
    to_char(g.restricted_until, 'YYYY-MM-DD') as until, g.restriction_reason as reason
  from person join guardians g on g.school_id = $1 and g.id = person.id order by g.id`;

/**
 * $1: the school, $2: records of one person, $3: now, $4: the last day, $5: why. Two people who are restricted at once for one
 * student get different moments: the moment is what their records have in common.
 */
export const RESTRICT = `
  update guardians g set restricted_until = $4::date, restriction_reason = $5, restricted_at = coalesce(
    (select min(own.restricted_at) from guardians own where own.school_id = $1 and own.id = any ($2::uuid[])),
    (select greatest($3::timestamptz, max(other.restricted_at) + interval '1 microsecond') from guardians other
      where other.school_id = $1 and other.student_id = g.student_id and other.restricted_at is not null))
  where g.school_id = $1 and g.id = any ($2::uuid[])`;

/** $1: the school, $2: a record. Ends the restriction that it has, in all records that have the same. */
export const LIFT = `
  update guardians g set restricted_at = null, restricted_until = null, restriction_reason = null
  from guardians named
  where named.school_id = $1 and named.id = $2 and named.restricted_at is not null
    and g.school_id = $1 and g.student_id = named.student_id and g.restricted_at = named.restricted_at
  returning g.id, g.student_id as "studentId"`;

/**
 * $1: the school, $2: guardian records. Members who are linked to them or have proven the address of one; locked as for a write
 * that takes away what they have.
 */
export const LOCK_MEMBERS = `
  select m.id as "membershipId", m.user_id as "userId", u.email
  from memberships m join users u on u.id = m.user_id
  where m.school_id = $1 and (
    m.id in (select ${accountOf('g')} from guardians g where g.school_id = $1 and g.id = any ($2::uuid[]))
    or m.user_id in (select held.user_id from guardians g join user_addresses held on held.email = g.email
      where g.school_id = $1 and g.id = any ($2::uuid[]) and held.verified_at is not null))
  order by m.id for no key update of m`;

/** $1: the school, $2: now. A record of each restriction whose last day at the school is over. */
export const ENDED = `
  select distinct on (g.student_id, g.restricted_at) g.id
  from guardians g join schools school on school.id = g.school_id
  where g.school_id = $1 and g.restricted_at is not null and g.restricted_until < ($2::timestamptz at time zone school.time_zone)::date
  order by g.student_id, g.restricted_at, g.id`;

/** $1: the school, $2: the student, $3: a guardian record. Schools that have the person for the student without a restriction. */
export const UNRESTRICTED_ELSEWHERE = `
  select distinct school.short_name as "shortName"
  from students here join students there on there.source_id = here.source_id and there.school_id <> here.school_id
    and there.source is not distinct from here.source
  join schools school on school.id = there.school_id
  join guardians named on named.school_id = here.school_id and named.id = $3
  join guardians g on g.school_id = there.school_id and g.student_id = there.id and g.restricted_at is null
  where here.school_id = $1 and here.id = $2
    and (g.source_id = named.source_id or ${nameOf('g')} = ${nameOf('named')} or g.email = named.email)
  order by 1`;
