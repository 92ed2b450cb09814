import type { Chance } from '../imports/chance.js';

/** What somebody may have done to a database that the service is in, besides the service. */
export interface Quirk {
  name: string;
  /** Whether a backup has to be possible with it; otherwise it has to be refused. */
  fits: boolean;
  sql: (chance: Chance, name: string) => string;
}

const fits = (name: string, sql: Quirk['sql']): Quirk => ({ name, fits: true, sql });
const refused = (name: string, sql: Quirk['sql']): Quirk => ({ name, fits: false, sql });

/** What COPY writes in another way, and what people write. */
const TEXTS = [
  String.raw`\\.`,
  String.raw`\\N`,
  'tab\tand\nline\r\nend',
  '\u0001\u007f',
  '👩‍👩‍👧 مدرسة 学校 Ærø',
  'x'.repeat(1_000_000),
];

/** Of others: nothing of it is the product's. */
const FOREIGN = [
  fits(
    'a table of somebody else',
    () => `create table notes_of_dba (n int); insert into notes_of_dba values (1)`,
  ),
  fits('a copy of one of ours', () => `create table students_2025 as select * from students`),
  fits(
    'a table that refers to ours',
    () =>
      `create table report (school_id uuid references schools); insert into report select id from schools`,
  ),
  fits(
    'a table that ours is the parent of',
    () => `create table old_categories () inherits (categories);
      insert into old_categories select (jsonb_populate_record(null::old_categories,
        to_jsonb(c) || jsonb_build_object('id', gen_random_uuid(), 'name', 'Old'))).* from categories c`,
  ),
  fits(
    'a table by the month',
    () => `create table measured (at timestamptz) partition by range (at);
      create table measured_1 partition of measured default; insert into measured values (now())`,
  ),
  fits(
    'tables of our names in another schema',
    () => `create schema archive; create table archive.students as select * from students;
      create table archive.schools as select * from schools`,
  ),
  fits(
    'views of ours',
    () => `create view all_students as select * from students;
    create materialized view counted as select count(*) from students`,
  ),
  fits(
    'large objects',
    (chance) => `select lo_from_bytea(0, decode(repeat('ab', ${chance.between(1, 100_000)}), 'hex'))
    from generate_series(1, ${chance.between(1, 20)})`,
  ),
  fits(
    'a large object that a table names',
    () => `create extension lo; create table scans (scan lo);
    insert into scans select lo_from_bytea(0, '\\x00')`,
  ),
  ...[
    'hstore',
    'citext',
    'ltree',
    'uuid-ossp',
    'pg_stat_statements',
    'pg_visibility',
    'unaccent',
    'cube',
  ].map((extension) => fits(`the extension ${extension}`, () => `create extension "${extension}"`)),
  fits(
    'an index of an extension on ours',
    () => `create extension pg_trgm;
    create index on students using gin (last_name gin_trgm_ops)`,
  ),
  fits(
    'a type, a domain and a sequence',
    () => `create type mood as enum ('well'); create domain code as text; create sequence s`,
  ),
  fits(
    'an event trigger',
    () => `create function told() returns event_trigger language plpgsql as 'begin end';
    create event trigger watched on ddl_command_end execute function told()`,
  ),
];

/** Of ours, and no restore minds. */
const HARMLESS = [
  fits(
    'a column more',
    () => `alter table students add column locker text; update students set locker = 'A 1'`,
  ),
  fits('a check more', () => `alter table students add check (length(last_name) < 1000)`),
  fits(
    'other formats',
    (
      _,
      name,
    ) => `alter database ${name} set datestyle = 'German'; alter database ${name} set bytea_output = 'escape';
    alter database ${name} set intervalstyle = 'sql_standard'; alter database ${name} set timezone = 'Asia/Kathmandu'`,
  ),
  fits('odd texts', (chance) => `update schools set name = $odd$${chance.of(TEXTS)}$odd$`),
  fits(
    'reads of long ago',
    (chance) => `create table disclosures_2019_0${chance.between(1, 9)} partition of disclosures
      for values from ('2019-01-01Z') to ('2020-01-01Z');
    insert into disclosures (school_id, subject, subject_id, since, reader_membership_id, reader_role, operation, resource_id,
      unmasked, count, last_at) select id, 'contact', id, '2019-06-01Z', id, 'parent', 'getStudent', id, false, 1, '2019-06-01Z' from schools`,
  ),
];

/** Of ours, and what is written down of it could not be restored, or not all of it. */
const HARMFUL = [
  refused(
    'a column that is computed',
    () => `alter table schools add column shout text generated always as (upper(name)) stored`,
  ),
  refused('a column less', () => `alter table categories drop column color`),
  refused('a column of another type', () => `alter table students alter column graduation_year type bigint`),
  refused(
    'a column that may be empty',
    () => `alter table categories alter column name drop not null;
    update categories set name = null`,
  ),
  refused('a table less', () => `alter table stars rename to moons`),
  refused(
    'a foreign key less, and rows that it would have refused',
    () => `
    do $$ declare key record; begin for key in select conname from pg_constraint where conrelid = 'categories'::regclass and contype = 'f'
      loop execute format('alter table categories drop constraint %I', key.conname); end loop; end $$;
    update categories set school_id = gen_random_uuid()`,
  ),
  refused(
    'rows that came past a foreign key',
    () => `set session_replication_role = replica;
    update categories set school_id = gen_random_uuid(); reset session_replication_role`,
  ),
  refused(
    'a key that was made anew and never checked',
    () => `
    do $$ declare key record; begin for key in select conname, pg_get_constraintdef(oid) as made from pg_constraint
        where conrelid = 'categories'::regclass and contype = 'f'
      loop execute format('alter table categories drop constraint %I', key.conname);
        execute format('alter table categories add constraint %I %s not valid', key.conname, key.made); end loop; end $$`,
  ),
  refused(
    'a schema before public',
    (_, name) => `create schema archive; alter database ${name} set search_path = archive, public`,
  ),
];

export const QUIRKS: Quirk[] = [...FOREIGN, ...HARMLESS, ...HARMFUL];
