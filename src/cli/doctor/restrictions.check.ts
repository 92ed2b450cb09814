import { queryOnce } from '../../platform/database/query-once.js';
import { accountOf } from '../../policy/privacy-mask.js';
import { nameOf } from '../../policy/same-person.js';
import { type Check, ok, warning } from './check.js';

/** Other ways of a restricted guardian to the student, by the id of the guardian record. */
const WAYS = `
  with apart as (
    select g.*, ${accountOf('g')} as account, s.source as student_source, s.source_id as student_source_id
    from guardians g join students s on s.school_id = g.school_id and s.id = g.student_id
    where g.restricted_at is not null
  ), owner as (
    select apart.school_id, apart.id, m.user_id from apart join memberships m on m.school_id = apart.school_id and m.id = apart.account
    union
    select apart.school_id, apart.id, held.user_id from apart join user_addresses held on held.email = apart.email and held.verified_at is not null
  ), address as (
    select school_id, id, email from apart where email is not null
    union
    select owner.school_id, owner.id, held.email from owner join user_addresses held on held.user_id = owner.user_id and held.verified_at is not null
  ), way as (
    select owner.id, 'admin' as kind from owner join memberships m on m.school_id = owner.school_id and m.user_id = owner.user_id
      and m.role <> 'parent' and m.deactivated_at is null
    union
    select address.id, 'staff' from address join staff_members staff on staff.school_id = address.school_id
      and lower(staff.email) = address.email and staff.archived_at is null
    union
    select apart.id, 'school' from apart join students there on there.source_id = apart.student_source_id
      and there.source is not distinct from apart.student_source and there.school_id <> apart.school_id
      join guardians g on g.school_id = there.school_id and g.student_id = there.id and g.restricted_at is null
        and (g.source_id = apart.source_id or ${nameOf('g')} = ${nameOf('apart')} or g.email = apart.email)
    union
    select address.id, 'mailbox' from address join apart on apart.school_id = address.school_id and apart.id = address.id
      join guardians g on g.school_id = apart.school_id and g.student_id = apart.student_id and g.restricted_at is null
        and g.email = address.email)
  select (select count(*) from apart)::int as restricted, coalesce(
    (select json_object_agg(kind, ids) from (select kind, json_agg(id order by id) as ids from way group by kind) kinds), '{}') as ways`;

const KINDS = {
  admin: 'a role of an admin at the school',
  staff: 'a record of its staff',
  school: 'a record at another school that is not restricted',
  mailbox: 'an address that another guardian of the student has, too',
};

type Ways = Partial<Record<keyof typeof KINDS, string[]>>;

const NAMED = 10;

/** Guardians who are kept apart from a student, and reach them by another way; nothing where nobody is. */
export async function examineRestrictions(databaseUrl: string): Promise<Check[]> {
  // The tables of a release before it restrict nobody.
  const none: { restricted: number; ways: Ways } = { restricted: 0, ways: {} };
  const { restricted, ways } = await queryOnce<typeof none>(databaseUrl, WAYS).catch(() => none);
  if (restricted === 0) return [];
  const name = 'restrictions';
  const message = `Guardian records that are kept apart from a student: ${restricted}.`;
  const found = (Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((kind) =>
    ways[kind] ? [`${KINDS[kind]}: ${listOf(ways[kind])}`] : [],
  );
  if (found.length === 0) return [ok(name, message)];
  const remedy =
    '"guardian list" shows whose records these are. Restrict them at the other school as well, and take away what they should not have.';
  return [warning(name, `${message} Some have another way to the student. ${found.join('; ')}.`, remedy)];
}

const listOf = (ids: string[]): string =>
  ids.slice(0, NAMED).join(', ') + (ids.length > NAMED ? `, and ${ids.length - NAMED} more` : '');
