import type { Client } from 'pg';
import { CommandRefusedError } from '../errors/operator.error.js';
import { DatabaseClient } from './database-client.js';

/** Owns the audit trail, and nothing else; nobody comes in as this role, and nobody is a member of it. */
const AUDIT_ROLE = 'school_directory_audit';

const TABLES = ['audit_entries', 'audit_heads'];
const FUNCTIONS = [
  'audit_hash(bytea, audit_entries)',
  'audit_chain()',
  'audit_refuse()',
  'audit_removed()',
  'audit_begin()',
  'audit_expire(timestamptz, integer)',
];
/** Columns of an entry that the service writes; its position and hash are the database's. */
const GIVEN =
  'school_id, at, actor_kind, actor_id, membership_id, operator, reason, operation, item_type, item_id, source';

const ownerStatements = (owner: string): string =>
  [
    ...TABLES.map((name) => `execute format('alter table public.${name} owner to %I', ${owner});`),
    ...FUNCTIONS.map(
      (name) =>
        `if to_regprocedure('public.${name.replace(', audit_entries', ', public.audit_entries')}') is not null then
           execute format('alter function public.${name.replace(', audit_entries', ', public.audit_entries')} owner to %I', ${owner});
         end if;`,
    ),
  ].join('\n');

/**
 * Nothing where there is no trail (yet). Who owns a database or a schema may drop what is in it, so neither stays the
 * service's own.
 */
const guarding = (role: string): string => `
  do $guard$ declare
    service name := ${role};
    me record;
  begin
    if to_regclass('public.audit_entries') is null then return; end if;
    select rolname, rolsuper into me from pg_roles where rolname = current_user;
    if not exists (select from pg_roles where rolname = '${AUDIT_ROLE}') then
      create role ${AUDIT_ROLE} nologin;
    end if;
    if not me.rolsuper then
      execute format('grant ${AUDIT_ROLE} to %I', me.rolname);
      grant create on schema public to ${AUDIT_ROLE};
    end if;
    grant usage on schema public to ${AUDIT_ROLE};
    if (select pg_get_userbyid(datdba) from pg_database where datname = current_database()) = service then
      execute format('alter database %I owner to %I', current_database(), me.rolname);
    end if;
    execute format('grant connect, create, temporary on database %I to %I', current_database(), service);
    if (select pg_get_userbyid(nspowner) from pg_namespace where nspname = 'public') = service then
      execute format('alter schema public owner to %I', me.rolname);
    end if;
    execute format('grant usage, create on schema public to %I', service);
    ${ownerStatements(`'${AUDIT_ROLE}'`)}
    execute format('revoke all on public.audit_entries, public.audit_heads from public, %I', service);
    execute format('grant select on public.audit_entries, public.audit_heads to %I', service);
    execute format('grant insert (${GIVEN}) on public.audit_entries to %I', service);
    if to_regprocedure('public.audit_expire(timestamptz, integer)') is not null then
      revoke all on function public.audit_expire(timestamptz, integer) from public;
      execute format('grant execute on function public.audit_expire(timestamptz, integer) to %I', service);
    end if;
  end $guard$`;

const releasing = (role: string): string => `
  do $release$ declare service name := ${role}; begin
    if to_regclass('public.audit_entries') is null then return; end if;
    ${ownerStatements('service')}
  end $release$`;

/** Roles that could get at the trail all the same. */
const REACH = `
  select r.rolsuper as "isSuperuser", r.rolcreaterole as "makesRoles", r.rolname = current_user as "isSelf",
    exists (select from pg_auth_members m join pg_roles owner on owner.oid = m.roleid
      where m.member = r.oid and owner.rolname in ('${AUDIT_ROLE}', current_user)) as "isMember"
  from pg_roles r where r.rolname = $1`;

interface Reach {
  isSuperuser: boolean;
  makesRoles: boolean;
  isSelf: boolean;
  isMember: boolean;
}

/**
 * From here on the role can add entries to the trail and read them, and do nothing else with it: neither change nor remove one,
 * nor say its hash.
 * @param adminUrl of somebody who may give tables to others: a superuser, and not the role itself
 * @throws CommandRefusedError when the role would get at it all the same
 * @throws the driver's error
 */
export const guardAudit = (adminUrl: string, role: string): Promise<void> =>
  within(adminUrl, async (client) => {
    const { rows } = await client.query<Reach>(REACH, [role]);
    assertOutOfReach(rows[0], role);
    await client.query(guarding(client.escapeLiteral(role)));
  });

/** Back to the role, for a migration that changes the trail, or a restore that brings one along. */
export const releaseAudit = (adminUrl: string, role: string): Promise<void> =>
  within(adminUrl, async (client) => {
    await client.query(releasing(client.escapeLiteral(role)));
  });

function assertOutOfReach(found: Reach | undefined, role: string): void {
  if (!found)
    throw new CommandRefusedError(
      `There is no role ${role}: name the one that is in the DATABASE_URL of the service.`,
    );
  if (found.isSelf)
    throw new CommandRefusedError(
      `DATABASE_URL is that of ${role} itself, which cannot be kept from what it owns: give this command the address of a superuser.`,
    );
  if (found.isSuperuser || found.makesRoles || found.isMember)
    throw new CommandRefusedError(
      `${role} could take the trail back at any time: it is a superuser, makes roles, or belongs to one that owns the trail. ALTER ROLE … NOSUPERUSER NOCREATEROLE, and REVOKE of that role, come first.`,
    );
}

async function within(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new DatabaseClient({ address: url, application_name: 'school-directory' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    await work(client);
    await client.query('commit');
  } finally {
    await client.end();
  }
}
