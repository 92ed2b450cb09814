import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ContentImporter } from './content/content-importer.js';
import { OneRosterFiles } from './oneroster/oneroster-files.js';
import { Importer, told } from './oneroster/oneroster-importer.js';

const FILE = `students:
  - { source_id: s-1, first_name: Ada, last_name: Park }
  - source_id: s-2
    first_name: 𐘀𐘁
    last_name: Park
    guardians: [{ first_name: 𐘁, last_name: 𐘂 }]
organizations:
  - { short_name: chess, kind: club, name: Chess 𐘃 }
events:
  - { key: trip, title: Trip 𐘄, location: Crete 𐘅, start_date: 2026-12-03, end_date: 2026-12-03 }
permission_slips:
  - key: museum
    title: Museum 𐘆
    body: '<p title="𐘏">By <strong>b&#67079;s</strong> 𐘀</p>'
    statement: Yes 𐘈
    opens_at: 2026-01-01T00:00:00Z
    questions: [{ type: single_choice, text: Which? 𐘉, choices: [𐘊, None] }]
`;

describe('characters of a content file that no font has', () => {
  let importer: ContentImporter;
  let school: string;
  beforeAll(async () => (importer = await ContentImporter.create()));
  afterAll(() => importer.close());
  beforeEach(async () => {
    school = await importer.onlySchool();
  });

  it('are warnings, one each, with the line where they stand first, and everything is taken', async () => {
    const path = await importer.file('school.yaml', FILE);
    const report = await importer.run({ path, schoolId: school });
    expect(report).toMatchObject({
      errors: [],
      created: { students: 2, guardians: 1, organizations: 1, events: 1, permission_slips: 1 },
    });
    expect(told(report.warnings)).toEqual([
      'school.yaml:3 unprintable_character U+10600 𐘀',
      'school.yaml:3 unprintable_character U+10601 𐘁',
      'school.yaml:3 unprintable_character U+10602 𐘂',
      'school.yaml:8 unprintable_character U+10603 𐘃',
      'school.yaml:10 unprintable_character U+10604 𐘄',
      'school.yaml:10 unprintable_character U+10605 𐘅',
      'school.yaml:12 unprintable_character U+10606 𐘆',
      'school.yaml:12 unprintable_character U+10608 𐘈',
      'school.yaml:12 unprintable_character U+10607 𐘇',
      'school.yaml:12 unprintable_character U+10609 𐘉',
      'school.yaml:12 unprintable_character U+1060A 𐘊',
    ]);
    expect(report.warnings[0]!.message).toContain('npm run fonts');
  });

  it('are told by a dry run as well', async () => {
    const students = [{ source_id: 's-1', first_name: '𐘀', last_name: 'Park' }];
    const report = await importer.import(school, { students }, true);
    expect(told(report.warnings)).toEqual(['content:0 unprintable_character U+10600 𐘀']);
  });

  it('are counted beyond twenty', async () => {
    const linear = Array.from({ length: 60 }, (_, at) => String.fromCodePoint(0x10600 + at)).join('');
    const students = [{ source_id: 's-1', first_name: linear, last_name: linear }];
    const { warnings } = await importer.import(school, { students });
    expect(warnings).toHaveLength(21);
    expect(warnings[20]).toMatchObject({ value: '40', message: 'And 40 more of the same kind.' });
  });
});

describe('characters of a OneRoster export that no font has', () => {
  let importer: Importer;
  beforeAll(async () => (importer = await Importer.create()));
  afterAll(() => importer.close());

  it('are warnings of the file, whoever has them in their names', async () => {
    const files = new OneRosterFiles()
      .school('north', { name: 'North 𐘀' })
      .student('s1', { givenName: '𐘁', middleName: '𐘂' })
      .student('s2', { givenName: '𐘁𐘁', preferredGivenName: '𐘃', agentSourcedIds: 'p1' })
      .parent('p1', { familyName: 'Ὅμηρος 𐘄' })
      .student('s3', { givenName: '𐘅', status: 'tobedeleted' })
      .class('c1', { title: 'Class 𐘆' });
    const report = await importer.run(files);
    expect(report).toMatchObject({ errors: [], created: { students: 2, guardians: 1, organizations: 1 } });
    const warnings = report.warnings.filter(({ code }) => code === 'unprintable_character');
    expect(told(warnings)).toEqual([
      'classes.csv:2 unprintable_character U+10606 𐘆',
      'orgs.csv:2 unprintable_character U+10600 𐘀',
      'users.csv:2 unprintable_character U+10601 𐘁',
      'users.csv:2 unprintable_character U+10602 𐘂',
      'users.csv:3 unprintable_character U+10603 𐘃',
      'users.csv:4 unprintable_character U+10604 𐘄',
    ]);
  });
});
