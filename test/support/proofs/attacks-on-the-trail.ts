/** What somebody may try who has got at the service's own role in the database, and so at its password. */
export const ATTACKS: Record<string, string> = {
  'an entry altered': `update audit_entries set operation = 'none'`,
  'an entry removed': `delete from audit_entries`,
  'all entries removed': `truncate audit_entries`,
  'a head altered': `update audit_heads set position = 0, hash = ''`,
  'a head removed': `delete from audit_heads`,
  'a head put in': `insert into audit_heads (school_id, position, at, hash) values (gen_random_uuid(), 9, now(), '\\x00')`,
  'an entry with a hash of its own': `insert into audit_entries (school_id, position, at, actor_kind, operation, source, hash)
    values (gen_random_uuid(), 1, now(), 'operator', 'x', '', '\\x00')`,
  'an entry at a place of its own': `insert into audit_entries (school_id, position, at, actor_kind, operation, source)
    values (gen_random_uuid(), 7, now(), 'operator', 'x', '')`,
  'the table dropped': `drop table audit_entries cascade`,
  'the heads dropped': `drop table audit_heads cascade`,
  'the schema dropped': `drop schema public cascade`,
  'the table renamed': `alter table audit_entries rename to entries_of_before`,
  'the owner changed': `alter table audit_entries owner to current_user`,
  'the right taken': `grant all on audit_entries to current_user; update audit_entries set operation = 'none'`,
  'triggers switched off': `alter table audit_entries disable trigger all`,
  'a trigger dropped': `drop trigger audit_entries_refuse on audit_entries`,
  'triggers switched off for the session': `set session_replication_role = replica`,
  'the function replaced': `create or replace function audit_refuse() returns trigger language plpgsql as 'begin return new; end'`,
  'the hash replaced': `create or replace function audit_hash(before bytea, e audit_entries) returns bytea language sql as 'select before'`,
  'the function dropped': `drop function audit_chain() cascade`,
  'another trigger': `create function mine() returns trigger language plpgsql as 'begin return null; end';
    create trigger mine before insert on audit_entries for each row execute function mine()`,
  'a rule': `create rule nothing as on insert to audit_entries do instead nothing`,
  'a row policy': `alter table audit_entries enable row level security`,
  'a partition of it': `create table more () inherits (audit_entries)`,
  'the role of the owner': `set role school_directory_audit`,
  'a member of the owner': `grant school_directory_audit to current_user`,
  'the database taken': `do $$ begin execute format('alter database %I owner to %I', current_database(), current_user); end $$`,
  'the schema taken': `alter schema public owner to current_user`,
};

/** What is done by the way that is allowed, with names of the attacker's own before those of PostgreSQL. */
export const DETOURS: Record<string, string> = {
  'functions of the same name': `
    create schema evil;
    create function evil.sha256(bytea) returns bytea language sql as 'select ''\\x00''::bytea';
    create function evil.jsonb_build_array(uuid, bigint, uuid, numeric, text, uuid, uuid, text, text, text, text, text, text)
      returns jsonb language sql as 'select ''[]''::jsonb';
    create function public.jsonb_build_array(uuid, bigint, uuid, numeric, text, uuid, uuid, text, text, text, text, text, text)
      returns jsonb language sql as 'select ''[]''::jsonb';
    set search_path = evil, public, pg_catalog`,
  'tables of the same name': `
    create schema if not exists shadow; create table shadow.audit_heads (like public.audit_heads);
    create temp table audit_heads (like public.audit_heads); set search_path = pg_temp, shadow, public`,
};

/** The time that is given is no way to be rid of what is young. */
export const EXPIRY = `select audit_expire('infinity', 1000000) as removed`;
