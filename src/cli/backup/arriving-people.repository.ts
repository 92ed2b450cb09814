import { Injectable } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';
import { list, type CopiedTable } from '../../platform/database/table-copy.js';
import { HIDES_CONTACT } from '../../policy/privacy-mask.js';
import { coming, stage } from './school-loading.repository.js';

/** The people of a school, as they are here. */
export interface Arrived {
  /** Id of each person here, by the one that they have in the file. */
  people: ReadonlyMap<string, string>;
  /** Those of them, by their id here, who had no account before. */
  added: string[];
}

/** A person in the file, before anything is decided about them. */
export interface ComingPerson {
  id: string;
  email: string;
}

const LATER = ['id', 'hides_address'];

/**
 * The email says who is known, by whichever of their addresses: their account stays as it is. Who is new is nobody yet: the
 * address is proven, and a password set, by whoever answers a mail to it. An id that somebody else has is not theirs: whoever
 * comes with it is given another one.
 */
const addedPeople = (columns: string[]): string => {
  const others = list(columns.filter((column) => !LATER.includes(column)));
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

/** Locks the people, so that their choices do not change, and no one is erased, until their school is there. */
const PEOPLE = `
  select coming.id as there, u.id as here from ${coming('users')} coming
  join user_addresses held on held.email = coming.email join users u on u.id = held.user_id
  order by u.id for no key update of u`;

/** $1: who is new. What they have chosen there is in the rows of the school, with all that came after: it counts for what comes next. */
const CHOSEN = `
  update users u set hides_address = true from ${coming('users')} coming
  where u.id = any ($1::uuid[]) and u.email = coming.email and coming.hides_address`;

/** $1: the school. Once all of it is there: what a default alone hides of those who have chosen. Triggers ask again. */
const SHOWN_AS_CHOSEN = ['memberships', 'guardians'].map((table) => {
  const member = table === 'memberships' ? 'm.id = row.id' : 'm.id = row.membership_id';
  return `update ${table} row set hidden_by_default = true
    from memberships m join users u on u.id = m.user_id and u.visibility_chosen
    where row.school_id = $1 and row.hidden_by_default and m.school_id = row.school_id and ${member}`;
}).concat(`
  update students row set hidden_by_default = true
  from guardians g join memberships m on m.school_id = g.school_id and m.id = g.membership_id
  join users u on u.id = m.user_id and u.address_chosen
  where row.school_id = $1 and row.hidden_by_default and g.school_id = row.school_id and g.student_id = row.id`);

const ON_FILE = (column: string): string => `exists (select from guardians g
  where g.school_id = $1 and g.membership_id = m.id and g.${column} is not null)`;

/**
 * Keeps unknown what the school does not know of a member whose account here does: the column takes the value of the account
 * in the file, or none.
 */
const unknown = (column: string): string => `
  ${column} = case when m.${column} is null and u.${column} is not null and not ${ON_FILE(column)}
    then coalesce(coming.${column}, '') else m.${column} end`;

/**
 * $1: the school, $2: who is new. What the school does not know of a member, it does not learn from an account that they have
 * here: a file alone has made them a member.
 */
const UNKNOWN_STAYS_UNKNOWN = `
  update memberships m set ${['first_name', 'last_name', 'phone'].map(unknown).join(', ')}
  from users u join user_addresses held on held.user_id = u.id join ${coming('users')} coming on coming.email = held.email
  where m.school_id = $1 and m.user_id = u.id and u.id <> all ($2::uuid[])`;

/** $1: the school, $2: who is new here. Once all of it is there: who hides their contact here, and is shown in it. */
const HIDDEN_HERE = `
  select u.id from users u
  where u.id <> all ($2::uuid[]) and ${HIDES_CONTACT}
    and (exists (select from memberships m
        where m.school_id = $1 and m.user_id = u.id and m.profile_visibility = 'full')
      or exists (select from user_addresses held join guardians g on g.email = held.email
        where held.user_id = u.id and held.verified_at is not null
          and g.school_id = $1 and g.membership_id is null and g.profile_visibility = 'full'))
  order by u.id`;

/** People who come with their school: an account that is here already is never changed by a file. */
@Injectable()
export class ArrivingPeopleRepository {
  /** Nothing is decided yet. */
  async stage(runner: QueryRunner, table: CopiedTable, rows: AsyncIterable<Buffer>): Promise<ComingPerson[]> {
    await stage(runner, table, rows);
    return runner.manager.query<ComingPerson[]>(`select id, email from ${coming('users')}`);
  }

  async add(runner: QueryRunner, table: CopiedTable): Promise<Arrived> {
    const added = await runner.manager.query<{ id: string }[]>(addedPeople(table.columns));
    const people = await runner.manager.query<{ there: string; here: string }[]>(PEOPLE);
    return {
      people: new Map(people.map(({ there, here }) => [there, here])),
      added: added.map(({ id }) => id),
    };
  }

  /** Once all of the school is there. @returns ids of those who hide their contact here and are shown in it */
  async settle(runner: QueryRunner, schoolId: string, { added }: Arrived): Promise<string[]> {
    await runner.query(CHOSEN, [added]);
    for (const statement of SHOWN_AS_CHOSEN) await runner.query(statement, [schoolId]);
    await runner.query(UNKNOWN_STAYS_UNKNOWN, [schoolId, added]);
    const hidden = await runner.manager.query<{ id: string }[]>(HIDDEN_HERE, [schoolId, added]);
    return hidden.map(({ id }) => id);
  }
}
