import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GUARDIAN_COLUMNS } from '../../src/features/directory/guardians/guardian.columns.js';
import { STUDENT_COLUMNS } from '../../src/features/directory/students/student.columns.js';
import { MEMBERSHIP_COLUMNS } from '../../src/features/memberships/membership.columns.js';
import { ORGANIZATION_COLUMNS } from '../../src/features/organizations/organization.columns.js';
import { STAFF_COLUMNS } from '../../src/features/staff/staff-member.columns.js';
import { guardianSchema, staffSchema, studentSchema } from '../../src/imports/content/content-file.schema.js';
import { organizationSchema } from '../../src/imports/content/organization.schema.js';
import { contentHash } from '../../src/platform/database/content-hash.js';
import {
  additions,
  columnName,
  type ColumnRule,
  hasAdditions,
  isKnownFromBefore,
  recordOf,
  recordSet,
} from '../../src/platform/database/row-columns.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { textOf } from './source-files.js';

/*
 * Tables whose columns are described once (`RowColumns`): statements are made of the description, so what is left to
 * forget is what the product says of itself: the table, the schema of content files, the documented answers.
 */

type Columns = Record<string, ColumnRule>;

const DESCRIBED: Record<string, Columns> = {
  students: STUDENT_COLUMNS,
  guardians: GUARDIAN_COLUMNS,
  staff_members: STAFF_COLUMNS,
  memberships: MEMBERSHIP_COLUMNS,
  organizations: ORGANIZATION_COLUMNS,
};

const { schemas } = (
  JSON.parse(textOf('docs/openapi.json')) as {
    components: { schemas: Record<string, { properties: Record<string, unknown> }> };
  }
).components;

let database: TestDatabase;
beforeAll(async () => (database = await createTestDatabase()));
afterAll(() => database.drop());

const columnsWhere = (columns: Columns, is: (rule: ColumnRule) => boolean): string[] =>
  Object.entries(columns).flatMap(([property, rule]) => (is(rule) ? [columnName(property)] : []));

describe('a table whose columns are described', () => {
  it.each(Object.entries(DESCRIBED))('describes each column of %s, with its type', async (table, columns) => {
    const found = await database.dataSource.query<{ name: string; type: string }[]>(
      `select column_name as name, data_type as type from information_schema.columns
       where table_schema = 'public' and table_name = $1`,
      [table],
    );
    const types = found.map(({ name, type }) => [
      name,
      type.replace('timestamp with time zone', 'timestamptz'),
    ]);
    const rules = Object.entries(columns).map(([property, { type }]) => [columnName(property), type]);
    expect(types.sort()).toEqual(rules.sort());
  });

  it.each([
    ['students', STUDENT_COLUMNS, Object.keys(studentSchema.shape), /^address_(?!visible)/],
    // `primary` in a file is `is_primary` in the table.
    ['guardians', GUARDIAN_COLUMNS, Object.keys(guardianSchema.shape), /^is_primary$/],
    ['staff', STAFF_COLUMNS, Object.keys(staffSchema.shape), /^$/],
    ['organizations', ORGANIZATION_COLUMNS, Object.keys(organizationSchema.shape), /^$/],
  ])('fits a content file: %s', (_table, columns, keys, saidOtherwise) => {
    const imported = columnsWhere(columns, (rule) => rule.imported !== undefined);
    expect(imported.filter((column) => !saidOtherwise.test(column) && !keys.includes(column))).toEqual([]);
  });

  it.each([
    ['ExportedGuardianRecord', GUARDIAN_COLUMNS],
    ['ExportedStaffRecord', STAFF_COLUMNS],
    ['ExportedMembership', MEMBERSHIP_COLUMNS],
  ])('comes documented as it is exported: %s', (schema, columns) => {
    const exported = columnsWhere(columns, (rule) => rule.exported === true);
    expect(exported.filter((column) => !(column in schemas[schema]!.properties))).toEqual([]);
  });

  it.each(Object.entries(DESCRIBED))(
    'empties each column of %s on an erasure, or says why not',
    (_table, columns) => {
      const reasons = Object.values(columns).map(({ erased }) => erased);
      expect(reasons.filter((reason) => reason !== true && reason.trim().length < 10)).toEqual([]);
    },
  );

  it('comes documented as it is shown in the detail of a student', () => {
    const shown = columnsWhere(STUDENT_COLUMNS, (rule) => (rule as { detail?: string }).detail !== 'nobody');
    expect(shown.filter((column) => !(column in schemas['StudentDetail']!.properties))).toEqual([]);
  });

  it.each([
    [
      'students',
      STUDENT_COLUMNS,
      { firstName: 'Ada', lastName: 'Park', graduationYear: 2034, grade: '4', phone: '1' },
      ['2:BA2YW2asB4Rt_QYtwC0GXRNGw-OU81SK-1m2RlPNldI', '2G76HAeekfzGXUAGJG_stPOJRaMzWAkjJ6Fb2OKwiDE'],
    ],
    [
      'guardians',
      GUARDIAN_COLUMNS,
      { firstName: 'Eve', lastName: 'Park', email: 'eve@example.org', relation: 'mother' },
      ['kU4g7DinAMP5vVnp94NMoRFOFvdYtxtHIdmDQJAaxqI'],
    ],
    [
      'staff_members',
      STAFF_COLUMNS,
      { firstName: 'Ann', lastName: 'Lee', title: 'Teacher', email: 'ann@example.org' },
      ['QiToR9czWOQ_3xAwJMPAqfcZdetHace0YB3w56Ukvew'],
    ],
    [
      'organizations',
      ORGANIZATION_COLUMNS,
      { name: 'Algebra', category: 'Mathematics' },
      ['w6WbCd8CDg_7cLdueJS8PFBy5484ShN5BEQ071cOgEI'],
    ],
  ])(
    'hashes %s as every released version did: a new column takes the next number',
    (_table, columns, row, stored) => {
      const { digest, earlierDigests = [] } = contentHash(columns, row);
      // A column that joins a version of before changes its digest, and the next import overwrites what was edited here.
      expect([digest, ...earlierDigests]).toEqual(stored);
    },
  );

  it('fills a new column where nothing is stored, and writes no other row nor column', async () => {
    const columns: Columns = {
      name: { type: 'text', imported: 'always', hashedSince: 1, exported: true, erased: true },
      chip: { type: 'text', imported: 'always', hashedSince: 2, exported: true, erased: true },
    };
    const old = (name: string): string => contentHash({ name: columns['name']! }, { name }).digest;
    const given = [
      { sourceId: 'new', name: 'Rex', chip: '7' },
      { sourceId: 'own', name: 'Max', chip: '8' },
      { sourceId: 'silent', name: 'Ivy', chip: null },
      { sourceId: 'other', name: 'Joe', chip: '9' },
    ].map((row) => recordOf(columns, { ...row, ...contentHash(columns, row) }));
    await database.dataSource.query(
      'create table pets (source_id text, source_digest text, name text, chip text)',
    );
    await database.dataSource.query(
      `insert into pets values ('new', $1, 'Rexy', null), ('own', $2, 'Max', '1'), ('silent', $3, 'Ivy', null),
         ('other', 'something else', 'Jo', null)`,
      [old('Rex'), old('Max'), old('Ivy')],
    );
    const [written] = await database.dataSource.query<[object[]]>(
      `with matched as (
         select g.*, ${isKnownFromBefore('p')} as is_known
         from jsonb_to_recordset($1::jsonb) as g(${recordSet(columns)}) join pets p using (source_id))
       update pets p set ${additions(columns, 'p')} from matched m
       where p.source_id = m.source_id and m.is_known and ${hasAdditions(columns, 'p')}
       returning p.source_id, p.name, p.chip`,
      [JSON.stringify(given)],
    );
    expect(written).toEqual([{ source_id: 'new', name: 'Rexy', chip: '7' }]);
  });
});
