import {
  additions,
  assignments,
  hasAdditions,
  importedColumns,
  insertedValues,
  isKnownFromBefore,
  recordSet,
} from '../../../platform/database/row-columns.js';
import { HIDES_CONTACT } from '../../../policy/privacy-mask.js';
import { isHiddenSecond, namesakesFirst } from '../../../policy/same-person.js';
import { NAME_WITHIN } from '../families/family-records.sql.js';
import { GUARDIAN_COLUMNS } from '../guardians/guardian.columns.js';
import { STUDENT_COLUMNS } from '../students/student.columns.js';

/*
 * One statement a chunk: match, create, update and count against one snapshot. $1 is the chunk as JSON,
 * $2 the school, $3 the source or null for any, $4 the moment. Whoever becomes shown or hidden is written down.
 */

const ADDRESS = ['line1', 'line2', 'city', 'region', 'postal_code', 'country'].map(
  (part) => `address_${part}`,
);
const hasAddress = (row: string): string =>
  `num_nonnulls(${ADDRESS.map((column) => `${row}.${column}`).join(', ')}) > 0`;

// With any source allowed, the same id may come from two: the content file's own student is meant first.
const MATCHED_STUDENT = (sourceId: string): string => `(
    select id, source_digest, archived_at, address_visible, ${hasAddress('students')} as had_address from students
    where school_id = $2 and source_id = ${sourceId} and ($3::text is null or source = $3)
    order by source = 'content' desc, created_at, id
    limit 1)`;

const address = (row: string): string => `(${ADDRESS.map((column) => `${row}.${column}`).join(', ')})`;
const ADDRESS_CHANGED = `(m.address_given and ${address('m')} is distinct from ${address('s')})`;

/** Whether a linked guardian of the student hides addresses: no source shows what they have hidden. */
const isHiddenByGuardian = (student: string): string => `exists (
      select from guardians g
      join memberships mb on mb.school_id = g.school_id and mb.id = g.membership_id
      join users u on u.id = mb.user_id
      where g.school_id = ${student}.school_id and g.student_id = ${student}.id and u.hides_address)`;

const coordinate = (column: string): string =>
  `case when m.coordinates_given then m.${column} when ${ADDRESS_CHANGED} then null else s.${column} end`;

const STUDENT_UPDATES = assignments(STUDENT_COLUMNS, 's', {
  latitude: coordinate('latitude'),
  longitude: coordinate('longitude'),
  addressVisible: `case when m.address_visible is null then s.address_visible
      else m.address_visible and (s.address_visible or not ${isHiddenByGuardian('s')}) end`,
});

export const WRITE_STUDENTS = `
with given as materialized (
  select * from jsonb_to_recordset($1::jsonb) as g(${recordSet(STUDENT_COLUMNS)}, archived boolean)
), matched as materialized (
  select g.*, s.id, s.source_digest as stored_digest, ${isKnownFromBefore('s')} as is_known, s.archived_at,
    s.address_visible as was_visible, s.had_address
  from given g left join lateral ${MATCHED_STUDENT('g.source_id')} s on true
), created as (
  insert into students (school_id, source, source_id, source_digest, ${importedColumns(STUDENT_COLUMNS)},
    archived_at, created_at, updated_at)
  select $2, coalesce($3, 'content'), source_id, digest,
    ${insertedValues(STUDENT_COLUMNS, { addressVisible: 'coalesce(address_visible, true)' })},
    case when archived then $4::timestamptz end, $4, $4
  from matched where id is null
  returning 1
), updated as (
  update students s set source_digest = m.digest, ${STUDENT_UPDATES},
    hidden_by_default = s.hidden_by_default and m.address_visible is not false,
    legal_first_name = m.first_name, legal_last_name = m.last_name,
    geocode_missed_at = case when not ${ADDRESS_CHANGED} then s.geocode_missed_at end,
    archived_at = case when m.archived then coalesce(s.archived_at, $4) end,
    updated_at = $4
  from matched m
  where s.school_id = $2 and s.id = m.id and m.stored_digest is distinct from m.digest and not m.is_known
  returning m.archived and m.archived_at is null as leaves, s.id, s.address_visible, m.was_visible, s.source_id,
    m.had_address and not (${hasAddress('s')}) as loses_address
), extended as (
  update students s set ${additions(STUDENT_COLUMNS, 's')}, updated_at = $4
  from matched m
  where s.school_id = $2 and s.id = m.id and m.is_known and m.archived = (m.archived_at is not null)
    and ${hasAdditions(STUDENT_COLUMNS, 's')}
  returning false as leaves
), moved as (
  update students s set archived_at = case when m.archived then $4::timestamptz end, updated_at = $4
  from matched m
  where s.school_id = $2 and s.id = m.id and (m.stored_digest = m.digest or m.is_known) and m.archived <> (m.archived_at is not null)
  returning m.archived as leaves
), flipped as (
  insert into visibility_changes (school_id, student_id, visible, changed_at)
  select $2, id, address_visible, $4 from updated where address_visible <> was_visible
), touched as (
  select leaves from updated union all select leaves from extended union all select leaves from moved)
select
  (select count(*) from created)::int as created,
  (select count(*) from touched where not leaves)::int as updated,
  (select count(*) from touched where leaves)::int as archived,
  ((select count(*) from matched where id is not null) - (select count(*) from touched))::int as unchanged,
  coalesce((select json_agg(source_id order by source_id) from updated where loses_address), '[]') as "unaddressed"`;

/** Whether the person with this email hides their contact, in whichever school or before they join one. */
const isHiddenElsewhere = (email: string): string => `exists (
      select from user_addresses held join users u on u.id = held.user_id where held.email = ${email} and ${HIDES_CONTACT})`;

/** True while a source still has the adult, at whatever school; for a link, also that it is to this student. */
const IS_STILL_STORED = `exists (
      select from (select id from schools where source = $3) home join guardians x on x.school_id = home.id
      join students pupil on pupil.school_id = x.school_id and pupil.id = x.student_id
      where x.source = $3 and x.source_id = m.source_id
        and (m.read_from_stored = 'adult' or pupil.source = $3 and pupil.source_id = m.student_source_id))`;

/** SQL: whether the account of this membership has this address, the first one or another. */
const isAccountOf = (membership: string, email: string): string => `exists (
      select from memberships mb join user_addresses held on held.user_id = mb.user_id
      where mb.school_id = $2 and mb.id = ${membership} and held.email = ${email})`;

/** The source has another address of the person than it had. */
const IS_READDRESSED = `(m.email is not null and m.email is distinct from gd.email)`;
/**
 * A link stands on the address (contract section 16, rule 2): it ends unless its account has the new one. Who is kept apart from the
 * student stays so with the account of before.
 */
const LOSES_LINK = `(${IS_READDRESSED} and gd.restricted_at is null
  and not ${isAccountOf('coalesce(gd.membership_id, gd.shared_membership_id)', 'm.email')})`;

const GUARDIAN_UPDATES = assignments(GUARDIAN_COLUMNS, 'gd', {
  profileVisibility: `coalesce(m.profile_visibility, case
      when gd.membership_id is null and (
        m.email is distinct from gd.email and ${isHiddenElsewhere('m.email')} or ${isHiddenSecond('m')})
      then 'name_only' else gd.profile_visibility end)`,
});

const NEW_GUARDIAN = insertedValues(GUARDIAN_COLUMNS, {
  profileVisibility: `coalesce(profile_visibility, case
      when kin_visibility = 'name_only' or ${isHiddenElsewhere('fresh.email')} or ${isHiddenSecond('fresh')}
      then 'name_only' else 'full' end)`,
});

// `is true` has the ids looked up in a hash. As a join, which knows nothing yet of the rows that this transaction has
// made, it would go through all pairs: two minutes for a school with 20,000 students.
export const WRITE_GUARDIANS = `
with given as materialized (
  select g.*, $2::uuid as school_id, s.id as student_id
  from jsonb_to_recordset($1::jsonb) as g(${recordSet(GUARDIAN_COLUMNS)},
    student_source_id text, read_from_stored text)
  cross join lateral ${MATCHED_STUDENT('g.student_source_id')} s
), matched as materialized (
  select g.*, gd.id, gd.source_digest as stored_digest, ${isKnownFromBefore('gd')} as is_known,
    gd.profile_visibility as was_visible, gd.email as was_email,
    case when gd.restricted_at is null then coalesce(gd.membership_id, gd.shared_membership_id) end as was_linked
  from given g left join lateral (
    select id, source_digest, profile_visibility, email, membership_id, shared_membership_id, restricted_at from guardians
    where school_id = $2 and student_id = g.student_id and source_id = g.source_id and ($3::text is null or source = $3)
    order by source = 'content' desc, id
    limit 1) gd on true
), kin as materialized (
  select distinct on (source_id) source_id, membership_id, profile_visibility, email
  from (
    select source, source_id, membership_id, case when hidden_by_default then 'full' else profile_visibility end
      as profile_visibility, email from guardians
    where school_id = $2
    union all
    select source, source_id, null, 'name_only', null from withdrawn_guardians where school_id = $2
    union all
    select source, source_id, null, 'name_only', null from guardians
    where source = $3 and profile_visibility = 'name_only' and not hidden_by_default and school_id in (select id from schools where source = $3)) known
  where source = coalesce($3, 'content')
    and (source_id in (select source_id from matched where id is null)) is true
  order by source_id, membership_id nulls last, profile_visibility desc
), departed as materialized (
  select d.source, d.source_id, u.email
  from guardian_departures d left join user_addresses u on u.user_id = d.user_id
  where d.school_id = $2 and not d.for_good and not exists (
    select from memberships mb where mb.user_id = d.user_id and mb.school_id = d.school_id)
), unlinked as materialized (
  select pupil.source_id as student_source_id, d.source, d.source_id
  from guardian_departures d join students pupil on pupil.school_id = d.school_id and pupil.id = d.student_id
  where d.for_good and d.school_id in (select $2::uuid union all select id from schools where source = $3)
    and (d.school_id = $2 or pupil.source = $3)
), fresh as (
  select m.*, k.profile_visibility as kin_visibility,
    case when row_number() over (partition by m.student_id, k.membership_id order by m.source_id) = 1
      and not exists (
        select from guardians x
        where x.school_id = $2 and x.student_id = m.student_id and x.membership_id = k.membership_id)
      and (m.email is null or m.email is not distinct from k.email or ${isAccountOf('k.membership_id', 'm.email')})
    then k.membership_id end as membership_id
  from matched m left join kin k using (source_id)
  where m.id is null and (m.read_from_stored is null or ${IS_STILL_STORED}) and not exists (
    select from departed d
    where d.email = m.email or (d.source_id = m.source_id and ($3::text is null or d.source = $3)))
    and not exists (select from unlinked u where u.student_source_id = m.student_source_id
      and u.source_id in (m.source_id, ${NAME_WITHIN('m.first_name', 'm.last_name', 'm.student_source_id')})
      and u.source = coalesce($3, 'content'))
), created as (
  insert into guardians (school_id, student_id, membership_id, source, source_id, source_digest,
    ${importedColumns(GUARDIAN_COLUMNS)}, created_at)
  select $2, student_id, membership_id, coalesce($3, 'content'), source_id, digest, ${NEW_GUARDIAN}, $4
  from fresh
  returning source_id
), recalled as (
  delete from withdrawn_guardians w using created c
  where w.school_id = $2 and w.source = coalesce($3, 'content') and w.source_id = c.source_id
), updated as (
  update guardians gd set source_digest = m.digest, ${GUARDIAN_UPDATES},
    hidden_by_default = gd.hidden_by_default and m.profile_visibility is distinct from 'name_only',
    membership_id = case when not ${LOSES_LINK} then gd.membership_id end,
    shared_membership_id = case when gd.restricted_at is not null or not ${IS_READDRESSED} then gd.shared_membership_id end,
    disowned = gd.disowned and not ${IS_READDRESSED}
  from matched m
  where gd.school_id = $2 and gd.id = m.id and m.stored_digest is distinct from m.digest and not m.is_known
  returning gd.id, gd.profile_visibility, m.was_visible
), readdressed as (
  select m.student_source_id, m.source_id, m.email, m.was_linked, coalesce(m.was_email, (
      select account.email from memberships mb join users account on account.id = mb.user_id
      where mb.school_id = $2 and mb.id = m.was_linked)) as was_email,
    m.was_linked is not null and not ${isAccountOf('m.was_linked', 'm.email')} as loses
  from matched m join updated u on u.id = m.id
  where m.email is not null and m.email is distinct from m.was_email
), extended as (
  update guardians gd set ${additions(GUARDIAN_COLUMNS, 'gd')}
  from matched m
  where gd.school_id = $2 and gd.id = m.id and m.is_known and ${hasAdditions(GUARDIAN_COLUMNS, 'gd')}
  returning 1
), flipped as (
  insert into visibility_changes (school_id, guardian_id, visible, changed_at)
  select $2, id, profile_visibility = 'full', $4 from updated where profile_visibility <> was_visible
)
select
  (select count(*) from created)::int as created,
  ((select count(*) from updated) + (select count(*) from extended))::int as updated,
  0 as archived,
  ((select count(*) from matched) - (select count(*) from created) - (select count(*) from updated)
    - (select count(*) from extended))::int as unchanged,
  coalesce((select json_agg(json_build_object('student', student_source_id, 'sourceId', source_id, 'email', email,
      'before', was_email, 'membershipId', case when loses then was_linked end) order by student_source_id, source_id)
    from readdressed), '[]') as readdressed,
  coalesce((select json_agg(json_build_object('student', m.student_source_id, 'before', m.was_email)
      order by m.student_source_id, m.source_id)
    from matched m join updated u on u.id = m.id where m.was_email is not null and m.email is null), '[]') as unmailed`;

// Links guardians whom the school records after the person has joined, as joining does (`GuardianLinksService.linkMember`).
export const LINK_MEMBERS = `
with linked as (
update guardians g set membership_id = pick.membership_id, shared_membership_id = null,
  profile_visibility = case when pick.visibility = 'name_only' then 'name_only' else g.profile_visibility end,
  hidden_by_default = (g.hidden_by_default or g.profile_visibility = 'full') and (pick.by_default or pick.visibility = 'full')
from (
  select distinct on (g.student_id, m.id) g.id, m.id as membership_id, m.profile_visibility as visibility,
    m.hidden_by_default as by_default, g.profile_visibility as was_visible
  from guardians g
  join user_addresses held on held.email = g.email and held.verified_at is not null
  join users u on u.id = held.user_id
  join memberships m on m.user_id = u.id and m.school_id = g.school_id
  where g.school_id = $1 and g.membership_id is null and not g.disowned and g.email = any ($2::text[])
    and not exists (select from guardians x
      where x.school_id = g.school_id and x.student_id = g.student_id and x.membership_id = m.id)
  order by g.student_id, m.id, ${namesakesFirst('g')}, g.is_primary desc, g.id
) pick
where g.school_id = $1 and g.id = pick.id
returning g.id, g.school_id, g.profile_visibility, pick.was_visible
)
insert into visibility_changes (school_id, guardian_id, visible, changed_at)
select school_id, id, profile_visibility = 'full', $3 from linked where profile_visibility <> was_visible`;

export const ARCHIVE_STUDENTS = `
with archived as (
  update students set archived_at = $4, updated_at = $4
  where school_id = $2 and source_id = any ($1::text[]) and ($3::text is null or source = $3)
    and archived_at is null
  returning 1
)
select count(*)::int as n from archived`;
