import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { RETIRING_KEYS } from '../../migrations/1796400000000-school-key-indexes.js';
import { aSchool, type TestSchool } from '../support/school.factory.js';
import { figure } from '../support/proofs/figures.js';
import { createTestDatabase } from '../support/database/test-database.js';
import { startDemoApp, type DemoApp } from '../support/schools/the-demo-school.js';
import { WholeLife } from '../support/whole-life.factory.js';

interface ForeignKey {
  name: string;
  child: string;
  /** Beside the school, where that is in it. */
  column: string;
  parent: string;
}

/** Between two tables that each say whose school a row is of. */
const FOREIGN_KEYS = `
  select k.conname as name, k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent,
    (select a.attname from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any (k.conkey)
      and a.attname <> 'school_id') as column
  from pg_constraint k
  where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conparentid = 0
    and (select count(distinct attrelid) from pg_attribute
      where attrelid in (k.conrelid, k.confrelid) and attname = 'school_id') = case
        when k.conrelid = k.confrelid then 1 else 2 end
  order by 1`;

/** Between a row of a school and one that may be of none, with the reason. */
const MAY_BE_OF_NONE: Record<string, string> = {
  webhook_deliveries_webhook_fkey: 'a webhook of an application is of no school, and hears of many',
};

/** Unique whatever the school: what is found by itself, with the reason. */
const WITHOUT_SCHOOL: Record<string, string> = {
  attachments_key_key: 'a key of the object store, which all schools share',
  answer_links_digest_key: 'a secret leads to its school',
  app_passwords_digest_key: 'an app password leads to its school',
  calendar_subscriptions_token_key: 'a token leads to its school',
  embedded_images_key_key: 'a key of the object store, which all schools share',
  guardians_mail_token_key: 'a token leads to its school',
  mail_choices_token_key: 'a token leads to its school',
  mails_email_key: 'a mail to an address, of no school',
  mails_user_key: 'a mail about an account, of no school',
  menu_subscriptions_token_key: 'a token leads to its school',
};

/** Named in ON CONFLICT by the version before. */
const RETIRING = [
  ...Object.values(RETIRING_KEYS).flatMap((ofTable) => Object.keys(ofTable)),
  'guardians_student_membership_key',
  'list_guardians_list_membership_key',
  'organization_grants_membership_organization_key',
];

const UNIQUE_KEYS = `
  select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as table, i.indisprimary as is_primary,
    (select json_agg(a.attname order by k.place) from unnest(i.indkey::int2[]) with ordinality k(number, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number) as columns
  from pg_index i join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
  where i.indisunique and not c.relispartition
    and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'school_id')
  order by 1`;

/** Of each kind of tie that nothing else has made, one. */
const TIES = [
  ...['event', 'notice'].map(
    (item) => `insert into answer_links
         (school_id, digest, address_digest, membership_id, ${item}_id, version, created_at)
       select m.school_id, '${item}', '', m.id, i.id, ${item === 'notice' ? `'1'` : 'null'}, now()
       from memberships m join ${item}s i on i.school_id = m.school_id limit 1`,
  ),
  `insert into app_passwords (school_id, membership_id, name, digest, created_at)
   select school_id, id, 'Phone', id::text, now() from memberships limit 1`,
  `update attachments a set document_id = null, notice_id = n.id from notices n
   where n.school_id = a.school_id and a.id = (select id from attachments where document_id is not null limit 1)`,
  `update guardians g set shared_membership_id = linked.membership_id from guardians linked
   where linked.school_id = g.school_id and linked.membership_id is not null
     and g.id = (select id from guardians where membership_id is null limit 1)`,
  ...[
    ['permission_slip_id', 'permission_slips'],
    ['slip_response_id', 'permission_slip_responses'],
  ].map(
    ([column, parent]) => `insert into attachments
         (school_id, entity_type, key, file_name, content_type, size_bytes, uploaded_at, ${column})
       select school_id, 'permission_slip', id || '.png', 'Map.png', 'image/png', 99, now(), id from ${parent} limit 1`,
  ),
  ...[
    ['calendar_subscriptions', 'organization_id', 'organizations'],
    ['permission_slip_responses', 'recorded_by_membership_id', 'memberships'],
    ['permission_slip_responses', 'signed_by_guardian_id', 'guardians'],
    ['signup_claims', 'student_id', 'students'],
    ['signups', 'event_id', 'events'],
  ].map(
    ([table, column, parent]) => `update ${table} set ${column} = p.id from ${parent} p
       where p.school_id = ${table}.school_id and ${table}.id = (select id from ${table} where ${column} is null limit 1)`,
  ),
];

interface UniqueKey {
  name: string;
  table: string;
  is_primary: boolean;
  columns: string[];
}

const keys = (await withDatabase((query) => query<ForeignKey[]>(FOREIGN_KEYS))).filter(
  ({ name }) => !(name in MAY_BE_OF_NONE),
);

async function withDatabase<T>(read: (query: <R>(sql: string) => Promise<R>) => Promise<T>): Promise<T> {
  const database = await createTestDatabase();
  return read((sql) => database.dataSource.query(sql)).finally(() => database.drop());
}

describe('a foreign key between rows of schools', () => {
  let t: DemoApp;
  let other: TestSchool;
  let accepted = 0;
  beforeAll(async () => {
    // The demo school has what people publish, and a whole life what one person can have. The rest is added.
    t = await startDemoApp();
    await WholeLife.begin(t);
    await t.dataSource.query(
      `insert into visibility_changes (school_id, student_id, visible, changed_at)
       select school_id, id, false, now() from students limit 1`,
    );
    await t.dataSource.query(
      `insert into menu_image_runs (school_id, menu_entry_id, id, items_hash, state, expires_at)
       select school_id, id, gen_random_uuid(), 'none', 'done', now() from menu_entries limit 1`,
    );
    for (const statement of TIES) await t.dataSource.query(statement);
    other = await aSchool(t);
  }, 180_000);
  afterAll(async () => {
    figure('Foreign keys between rows of schools', keys.length);
    figure('Of them that took a row of another school', accepted, '0');
    await t.close();
  });

  /** In a transaction that leaves nothing: the code of the error, null where there was none. */
  async function tried(...statements: [string, unknown[]][]): Promise<string | null> {
    const runner = t.dataSource.createQueryRunner();
    await runner.startTransaction();
    try {
      for (const [sql, values] of statements) await runner.query(sql, values);
      await runner.query('set constraints all immediate');
      return null;
    } catch (error) {
      return (error as { code?: string }).code ?? String(error);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  }

  /** A copy of a row, in the other school, as nobody could make it: no key is asked. */
  const aStranger = (table: string, id: string): [string, unknown[]][] => [
    ['set local session_replication_role = replica', []],
    [
      `insert into ${table} select (jsonb_populate_record(t, $1::jsonb)).* from ${table} t limit 1`,
      [JSON.stringify({ id, school_id: other.id, source_id: id })],
    ],
    ['set local session_replication_role = origin', []],
  ];

  it.each(keys)('$name refuses a row of another school', async ({ child, column, parent }) => {
    expect(await t.dataSource.query(`select from ${child} where ${column} is not null limit 1`)).toHaveLength(
      1,
    );
    const id = randomUUID();
    const one = `ctid = (select ctid from ${child} where school_id <> $1 order by ${column} is null limit 1)`;
    const tie: [string, unknown[]] = [`update ${child} set ${column} = $2 where ${one}`, [other.id, id]];
    const code = await tried(...aStranger(parent, id), tie);
    if (code === null) accepted += 1;
    expect(code).toBe('23503');
  });

  it.each(keys)('$name refuses that its row goes to another school', async ({ child, column }) => {
    const one = `ctid = (select ctid from ${child} where school_id <> $1 and ${column} is not null limit 1)`;
    const code = await tried([`update ${child} set school_id = $1 where ${one}`, [other.id]]);
    if (code === null) accepted += 1;
    expect(code).toBe('23503');
  });

  it('leaves the school when it empties its column', async () => {
    const emptying = await t.dataSource.query(
      `select conname, (select array_agg(attname::text) from pg_attribute
         where attrelid = conrelid and attnum = any (confdelsetcols)) as columns
       from pg_constraint where contype = 'f' and confdeltype = 'n' and cardinality(conkey) > 1
         and (confdelsetcols is null or cardinality(confdelsetcols) <> 1)`,
    );
    expect(emptying).toEqual([]);
  });
});

describe('a unique key of a school', () => {
  let all: UniqueKey[];
  beforeAll(async () => {
    all = await withDatabase((query) => query<UniqueKey[]>(UNIQUE_KEYS));
  });

  it('holds the school, but for ids, what is found by itself, and what goes with the next version', () => {
    const alone = all.filter(({ columns }) => !columns.includes('school_id') && columns.join() !== 'id');
    const expected = [...Object.keys(WITHOUT_SCHOOL), ...RETIRING].sort();
    expect(alone.map(({ name }) => name)).toEqual(expected);
  });

  it('serves as the primary key of every table', () => {
    const primary = all.filter(({ is_primary }) => is_primary);
    expect(primary.length).toBe(new Set(all.map(({ table }) => table)).size);
  });
});
