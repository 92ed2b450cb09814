import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { AUDIT_TABLES } from '../../platform/audit/operation.js';
import { inAmbientTransaction } from '../../platform/database/ambient-transaction.js';
import {
  copyIn,
  list,
  quoted,
  SAME_TEXT_EVERYWHERE,
  type CopiedTable,
} from '../../platform/database/table-copy.js';
import { analyzeNewTables } from '../../platform/database/statistics.js';
import { makeMonthsOfBackup } from '../../platform/database/monthly-partitions.js';
import { isUniqueViolation } from '../../platform/errors/postgres-errors.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { HIDES_CONTACT } from '../../policy/privacy-mask.js';
import {
  migrationsIn,
  OBJECTS_OF_SCHOOL,
  productTables,
  type BackupTable,
  type NamedObject,
} from './snapshot.repository.js';

/** A transaction that brings a school to where others are. */
export interface Arrival {
  runner: QueryRunner;
  tables: BackupTable[];
  /** Applied ones, oldest first. */
  migrations: string[];
}

export interface Arrived {
  /** Id of each person here, by the one that they have in the file. */
  people: ReadonlyMap<string, string>;
  /** Those of them, by their id here, who had no account before. */
  added: string[];
  /** Who hides their contact there and is shown here. */
  hidden: string[];
}

/** The rows of the file before anything is decided about them. */
const coming = (table: string): string => `coming_${table}`;

const CLASH = `
  select case when here.id = coming.id then 'id' when here.short_name = coming.short_name then 'short name'
    else 'source' end as by, here.short_name
  from ${coming('schools')} coming join schools here on here.id = coming.id or here.short_name = coming.short_name
    or (here.source, here.source_id) = (coming.source, coming.source_id)
  order by here.id = coming.id desc limit 1`;

/** The email says who is known, by whichever of their addresses. An id that somebody else has is not theirs: whoever comes with it is given another one. */
const addedPeople = (columns: string[]): string => {
  const others = list(columns.filter((column) => column !== 'id'));
  return `
    with added as (
      insert into users (id, ${others})
      select case when exists (select from users taken where taken.id = coming.id) then gen_random_uuid()
        else coming.id end, ${others}
      from ${coming('users')} coming
      where not exists (select from user_addresses held where held.email = coming.email)
      on conflict (email) do nothing
      returning id)
    select id from added`;
};

/** Nobody of them changes what they have chosen, nor is erased, until their school is there. */
const PEOPLE = `
  select coming.id as there, u.id as here from ${coming('users')} coming
  join user_addresses held on held.email = coming.email join users u on u.id = held.user_id
  order by u.id for no key update of u`;

/** What they have chosen there is in the rows of the school, with all that came after: only what was chosen here is new to it. */
const CHOSEN_BEFORE = `
  update users u set hides_address = false from ${coming('users')} coming join user_addresses held on held.email = coming.email
  where held.user_id = u.id and coming.hides_address and u.hides_address`;

const CHOSEN = `
  update users u set hides_address = true from ${coming('users')} coming join user_addresses held on held.email = coming.email
  where held.user_id = u.id and coming.hides_address`;

/** Who has chosen there has chosen here: no default says it for them. Before their rows come, which a trigger asks about it. */
const HAVE_CHOSEN = `
  update users u set visibility_chosen = u.visibility_chosen or coming.visibility_chosen,
    address_chosen = u.address_chosen or coming.address_chosen
  from ${coming('users')} coming join user_addresses held on held.email = coming.email
  where held.user_id = u.id and (coming.visibility_chosen and not u.visibility_chosen
    or coming.address_chosen and not u.address_chosen)`;

/** Once all of it is there: what a default alone hides of those who have chosen. Triggers ask again. */
const SHOWN_AS_CHOSEN = ['memberships', 'guardians'].map((table) => {
  const member = table === 'memberships' ? 'm.id = row.id' : 'm.id = row.membership_id';
  return `update ${table} row set hidden_by_default = true
    from memberships m join users u on u.id = m.user_id and u.visibility_chosen
    join user_addresses held on held.user_id = u.id join ${coming('users')} coming on coming.email = held.email
    where row.hidden_by_default and m.school_id = row.school_id and ${member}`;
}).concat(`
  update students row set hidden_by_default = true
  from guardians g join memberships m on m.school_id = g.school_id and m.id = g.membership_id
  join users u on u.id = m.user_id and u.address_chosen
  join user_addresses held on held.user_id = u.id join ${coming('users')} coming on coming.email = held.email
  where row.hidden_by_default and g.school_id = row.school_id and g.student_id = row.id`);

const HIDES_THERE = `(coming.profile_visibility = 'name_only' and coming.email_verified_at is not null)`;

/** $1: who is new here. Before anything of the school is there: who hides their contact there, and is shown in a school here. */
const HIDDEN_THERE = `
  select u.id from ${coming('users')} coming join user_addresses held on held.email = coming.email join users u on u.id = held.user_id
  where ${HIDES_THERE} and case when u.id <> all ($1::uuid[]) then not ${HIDES_CONTACT}
    else exists (select from guardians g
      where g.email = u.email and g.membership_id is null and g.profile_visibility = 'full') end
  order by u.id`;

/** $1: the school, $2: who is new here. Once all of it is there: who hides their contact here, and is shown in it. */
const HIDDEN_HERE = `
  select u.id from users u left join ${coming('users')} coming on coming.email = u.email
  where u.id <> all ($2::uuid[]) and ${HIDES_CONTACT} and not coalesce(${HIDES_THERE}, false)
    and (exists (select from memberships m
        where m.school_id = $1 and m.user_id = u.id and m.profile_visibility = 'full')
      or u.email in (select g.email from guardians g
        where g.school_id = $1 and g.membership_id is null and g.profile_visibility = 'full'))
  order by u.id`;

@Injectable()
export class SchoolLoadingRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @param madeAt UTC, when the backup was made */
  makeMonths(madeAt: Date): Promise<void> {
    return makeMonthsOfBackup(this.dataSource.manager, madeAt);
  }

  /** Others read and write on, and see nothing of the school until all of it is there. No table changes its shape meanwhile. */
  async within<T>(work: (arrival: Arrival) => Promise<T>): Promise<T> {
    const result = await inAmbientTransaction(this.dataSource, async ({ queryRunner: runner }) => {
      if (!runner) throw new Error('A transaction has its connection.');
      await runner.query(SAME_TEXT_EVERYWHERE);
      const tables = (await productTables(runner)).filter(({ name }) => !AUDIT_TABLES.includes(name));
      const names = tables.map(({ name }) => quoted(name)).join(', ');
      if (names) await runner.query(`lock table ${names}, migrations in row exclusive mode`);
      return work({ runner, tables: await productTables(runner), migrations: await migrationsIn(runner) });
    });
    await analyzeNewTables(this.dataSource);
    return result;
  }

  /**
   * Whoever brings the same school at once waits for this one, and is refused when it has come.
   * @throws CommandRefusedError when it is here already
   */
  async addSchool(runner: QueryRunner, table: CopiedTable, rows: AsyncIterable<Buffer>): Promise<void> {
    await stage(runner, table, rows);
    const columns = list(table.columns);
    const [school] = await runner.manager.query<object[]>(
      `with added as (
         insert into schools (${columns}) select ${columns} from ${coming('schools')}
         on conflict do nothing returning id)
       select from added`,
    );
    if (school) return;
    const [clash] = await runner.manager.query<Clash[]>(CLASH);
    throw new CommandRefusedError(
      `${clash ? described(clash) : 'The file has no school.'} Nothing was changed.`,
    );
  }

  async addPeople(runner: QueryRunner, table: CopiedTable, rows: AsyncIterable<Buffer>): Promise<Arrived> {
    await stage(runner, table, rows);
    const added = await runner.manager.query<{ id: string }[]>(addedPeople(table.columns));
    const people = await runner.manager.query<{ there: string; here: string }[]>(PEOPLE);
    await runner.query(CHOSEN_BEFORE);
    await runner.query(HAVE_CHOSEN);
    const hidden = await runner.manager.query<{ id: string }[]>(HIDDEN_THERE, [added.map(({ id }) => id)]);
    return {
      people: new Map(people.map(({ there, here }) => [there, here])),
      added: added.map(({ id }) => id),
      hidden: hidden.map(({ id }) => id),
    };
  }

  /** @throws CommandRefusedError when something else has the key of one of the rows */
  async add(runner: QueryRunner, table: CopiedTable, rows: AsyncIterable<Buffer>): Promise<void> {
    await copyIn(runner, table, rows).catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      const { constraint } = error as { constraint?: string };
      throw new CommandRefusedError(
        `A row of ${table.name} is here already, of another school or of an account that is not in the file (${constraint}). Nothing was changed.`,
      );
    });
  }

  /** Those that the rows of the school name. */
  objectsOf({ manager }: QueryRunner, schoolId: string): Promise<NamedObject[]> {
    return manager.query<NamedObject[]>(OBJECTS_OF_SCHOOL, [schoolId]);
  }

  /** Once all of the school is there. @returns ids of those who hide their contact here and are shown in it */
  async rememberChoices(runner: QueryRunner, schoolId: string, { added }: Arrived): Promise<string[]> {
    await runner.query(CHOSEN);
    for (const statement of SHOWN_AS_CHOSEN) await runner.query(statement);
    const hidden = await runner.manager.query<{ id: string }[]>(HIDDEN_HERE, [schoolId, added]);
    return hidden.map(({ id }) => id);
  }

  /** What would fail with the commit fails here, while it is still known that there was none. */
  async settle(runner: QueryRunner): Promise<void> {
    await runner.query('set constraints all immediate');
  }
}

async function stage(runner: QueryRunner, table: CopiedTable, rows: AsyncIterable<Buffer>): Promise<void> {
  const name = coming(table.name);
  await runner.query(`create temp table ${name} (like ${quoted(table.name)}) on commit drop`);
  await copyIn(runner, { ...table, name }, rows);
}

interface Clash {
  by: 'id' | 'short name' | 'source';
  short_name: string;
}

const described = ({ by, short_name: name }: Clash): string => {
  if (by === 'id') return `This school is here already (${name}).`;
  if (by === 'source')
    return `The school ${name} that is here is the same one: both are from one record of one source.`;
  return `Another school here has the short name ${name}: one of the two needs another one first.`;
};
