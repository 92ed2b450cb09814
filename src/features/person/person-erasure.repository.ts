import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { erasedColumns } from '../../platform/database/row-columns.js';
import type { MemberRole } from '../../platform/auth/caller.js';
import { isOfAccount } from '../../policy/same-person.js';
import { GUARDIAN_COLUMNS } from '../directory/guardians/guardian.columns.js';
import { STUDENT_COLUMNS } from '../directory/students/student.columns.js';
import { COUNTED, ERASED, LEFT_OVER } from './erased.sql.js';

/** A membership of the person, or of a senior admin of a school where the person is one. */
export interface LockedMembership {
  membershipId: string;
  schoolId: string;
  schoolName: string;
  role: MemberRole;
  own: boolean;
  active: boolean;
}

/** All that leads to a person's rows. */
export interface Traces {
  userId: string | null;
  /** Normalised: of the account, or the one that was given. */
  emails: string[];
  membershipIds: string[];
  guardianIds: string[];
  /** Schools of the memberships and the guardians. */
  schoolIds: string[];
}

/** People to be erased: by an address, or, where a record has none, by its id. */
export interface ErasedPeople {
  emails: string[];
  guardianIds: string[];
}

export type Counts = Record<'erased' | 'kept', Record<string, number>>;

/** By the email, or of the account; a second record of one of these for the same student as well. */
const GUARDIANS = `
  select g.school_id as "schoolId", g.id from guardians linked join guardians g on ${isOfAccount('g', 'linked')}
  where linked.school_id = any ($3::uuid[]) and linked.membership_id = any ($2::uuid[])
  union
  select g.school_id, g.id from guardians g where g.membership_id is null and g.email = any ($1::text[])`;

const MEMBERSHIPS = `
  select m.id as "membershipId", m.school_id as "schoolId", school.short_name as "schoolName", m.role,
    m.user_id = $1 as own, m.deactivated_at is null as active
  from memberships m join schools school on school.id = m.school_id
  where m.school_id in (select school_id from memberships where user_id = $1) and (m.user_id = $1 or (m.role = 'senior_admin' and m.deactivated_at is null and m.school_id in (
    select school_id from memberships where user_id = $1 and role = 'senior_admin' and deactivated_at is null)))
  order by m.school_id, m.id
  for no key update of m`;

const STUDENTS = `
  update students set ${erasedColumns(STUDENT_COLUMNS)
    .map((column) => `${column} = null`)
    .join(', ')}, updated_at = $2
  where lower(email) = any ($1::text[])`;

const IS_ERASED = '(email = any ($1::text[]) or id = any ($2::uuid[]))';

/**
 * A record that has the email, or is named by it, and is linked to somebody else; and the person's own where it keeps them apart from a
 * student, of which nothing but the name stays.
 */
const SHARED_GUARDIANS = `
  update guardians set ${erasedColumns(GUARDIAN_COLUMNS)
    .map((column) => `${column} = case when ${IS_ERASED} then null else ${column} end`)
    .join(', ')},
    phone = case when id = any ($2::uuid[]) then null else phone end,
    source_id = case when lower(source_id) = any ($1::text[]) then id::text else source_id end
  where (email = any ($1::text[]) or lower(source_id) = any ($1::text[])) and id <> all ($2::uuid[])
    or id = any ($2::uuid[]) and restricted_at is not null`;

const SIGNATURES = `
  update permission_slip_responses set account_email = null, ip_address = null, user_agent = null, session_id = null,
    signed_by_user_id = null, note = null, signature_image = null, signature_sha256 = null
  where signed_by_user_id = $1 or lower(account_email) = any ($2::text[])`;

/** What they have written beside a child's answer to an event. */
const COMMENTS = `
  update event_rsvps set comment = null
  where school_id = any ($1::uuid[]) and answered_by_membership_id = any ($2::uuid[]) and comment is not null`;

/**
 * $1: a salt, $2: digests, $3: when each was noted. Wherever an email leads to a person, in every school, and whether they have an account
 * that is newer.
 */
const BY_DIGEST = `
  select held.email, exists (
    select from user_addresses a join users on users.id = a.user_id
    where a.email = held.email and users.created_at > max(note.at)) as "hasComeAgain"
  from (
    select email from user_addresses union select email from guardians union select email from invitations
    union select lower(email) from staff_members union select lower(email) from students
    union select email from bounced_addresses
    union select lower(source_id) from guardians union select lower(source_id) from guardian_departures
    union select lower(source_id) from withdrawn_guardians
    union select lower(account_email) from permission_slip_responses) held
  join unnest($2::text[], $3::timestamptz[]) note(digest, at)
    on note.digest = encode(sha256(convert_to($1 || held.email, 'UTF8')), 'hex')
  where held.email like '%@%' group by held.email`;

/** $1: a salt, $2: digests of ids. An account by one of its addresses; what has none by itself. */
const BY_ID_DIGEST = `
  select id, email, is_guardian from (
    select users.id, min(a.email) as email, false as is_guardian from users
      join user_addresses a on a.user_id = users.id group by users.id
    union all select id, email, true from guardians where restricted_at is null or coalesce(email, phone) is not null
    union all select id, lower(email), false from staff_members where email is not null) held
  where encode(sha256(convert_to($1 || id::text, 'UTF8')), 'hex') = any ($2::text[])`;

const RECORDS = `
  select school_id as "schoolId", id from guardians where id = any ($1::uuid[]) order by school_id, id for update`;

/** $1: the account or null, $2: its addresses, $3: guardian records. */
const IDS = `
  select id::text from users where id = $1 union select unnest($3::uuid[])::text
  union select id::text from staff_members where lower(email) = any ($2::text[])`;

@Injectable()
export class PersonErasureRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Emails, normalised, that have one of these digests, and whose account is newer than its note. */
  async findByDigest(
    salt: string,
    notes: { digest: string; at: string }[],
  ): Promise<{ email: string; hasComeAgain: boolean }[]> {
    const [digests, times] = [notes.map(({ digest }) => digest), notes.map(({ at }) => at)];
    return await this.dataSource.query<{ email: string; hasComeAgain: boolean }[]>(BY_DIGEST, [
      salt,
      digests,
      times,
    ]);
  }

  /** Finds people by digests of their ids, which stay whatever the address is. */
  async findByIdDigest(salt: string, digests: string[]): Promise<ErasedPeople> {
    const found = await this.dataSource.query<{ id: string; email: string | null; is_guardian: boolean }[]>(
      BY_ID_DIGEST,
      [salt, digests],
    );
    const guardianIds = found.flatMap((one) => (one.email === null && one.is_guardian ? [one.id] : []));
    return { emails: found.flatMap(({ email }) => email ?? []), guardianIds };
  }

  /** Ids by which a person would be recognised in an older backup. */
  async idsOf(manager: EntityManager, { userId, emails, guardianIds }: Traces): Promise<string[]> {
    return (await manager.query<{ id: string }[]>(IDS, [userId, emails, guardianIds])).map(({ id }) => id);
  }

  /** Locks those of the guardians that exist. */
  async lockGuardians(manager: EntityManager, ids: string[]): Promise<{ schoolId: string; id: string }[]> {
    const found = await manager.query<{ schoolId: string; id: string }[]>(RECORDS, [ids]);
    return found;
  }

  /** @param ms that any later statement of the transaction waits for a lock */
  async waitAtMost(manager: EntityManager, ms: number): Promise<void> {
    await manager.query(`select set_config('lock_timeout', $1, true)`, [String(ms)]);
  }

  /** This one, and all others of the account that has it. */
  async addressesOf(email: string): Promise<string[]> {
    const [row] = await this.dataSource.query<{ emails: string[] }[]>(
      `select array(select email from user_addresses
         where user_id = (select user_id from user_addresses where email = $1) union select $1::text) as emails`,
      [email],
    );
    return row!.emails;
  }

  /** Nothing new refers to the account until the transaction ends. Nobody where none has this address. */
  async lockAccount(
    manager: EntityManager,
    email: string,
  ): Promise<{ userId: string | null; emails: string[] }> {
    const locked = `
      select id from users where id = (select user_id from user_addresses where email = $1) for update`;
    const [account] = await manager.query<{ id: string }[]>(locked, [email]);
    if (!account) return { userId: null, emails: [email] };
    const addresses = await manager.query<{ email: string }[]>(
      'select email from user_addresses where user_id = $1 order by email',
      [account.id],
    );
    return { userId: account.id, emails: addresses.map((address) => address.email) };
  }

  /** School by school, and in each in the order of their ids, as those lock who leave. */
  lockMemberships(manager: EntityManager, userId: string | null): Promise<LockedMembership[]> {
    return manager.query(MEMBERSHIPS, [userId]);
  }

  findGuardians(
    manager: EntityManager,
    emails: string[],
    memberships: LockedMembership[],
  ): Promise<{ schoolId: string; id: string }[]> {
    const membershipIds = memberships.map(({ membershipId }) => membershipId);
    return manager.query(GUARDIANS, [emails, membershipIds, memberships.map(({ schoolId }) => schoolId)]);
  }

  async countRows(manager: EntityManager, traces: Traces): Promise<Counts> {
    const [counts] = await manager.query<[Counts]>(COUNTED, parameters(traces));
    return counts;
  }

  async forgetStudentContact(manager: EntityManager, { emails }: Traces, now: Date): Promise<void> {
    await manager.query(STUDENTS, [emails, now]);
  }

  /** Before the memberships are gone, by which the texts are found. */
  async forgetComments(manager: EntityManager, { membershipIds, schoolIds }: Traces): Promise<void> {
    await manager.query(COMMENTS, [schoolIds, membershipIds]);
  }

  /** Removes rows that have no rule of their own and do not go with a membership. */
  async removeRest(manager: EntityManager, traces: Traces): Promise<void> {
    const { emails, guardianIds, userId } = traces;
    await manager.query(SHARED_GUARDIANS, [emails, guardianIds]);
    await manager.query(SIGNATURES, [userId, emails]);
    for (const table of LEFT_OVER) await manager.query(...deletion(table, traces));
  }
}

const parameters = ({ userId, emails, membershipIds, guardianIds, schoolIds }: Traces): unknown[] => [
  userId,
  emails,
  membershipIds,
  guardianIds,
  schoolIds,
];

/** The condition names only some of the parameters, and PostgreSQL has to be told the types of all of them. */
const deletion = (table: string, traces: Traces): [string, unknown[]] => [
  `with given as (select $1::uuid, $2::text[], $3::uuid[], $4::uuid[], $5::uuid[]) delete from ${table} where ${ERASED[table]}`,
  parameters(traces),
];
