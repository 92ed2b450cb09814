import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OneRosterFiles } from './oneroster-files.js';
import { Importer, told } from './oneroster-importer.js';

let importer: Importer;
beforeAll(async () => (importer = await Importer.create()));
afterAll(() => importer.close());
beforeEach(async () => {
  importer.clock.stopAt('2026-11-21T15:00:00Z');
  await importer.empty();
});

const TERMS = [
  { sourcedId: 'fy', title: '2026-27', type: 'schoolYear', startDate: '2026-08-20', endDate: '2027-06-20' },
  { sourcedId: 'q1', title: 'Quarter 1', type: 'term', startDate: '2026-08-20', endDate: '2026-10-31' },
  { sourcedId: 'q2', title: 'Quarter 2', type: 'term', startDate: '2026-11-01', endDate: '2027-01-20' },
  { sourcedId: 's2', title: 'Spring', type: 'semester', startDate: '2027-01-21', endDate: '2027-06-20' },
];

/** The test's day is 21 November 2026. */
function withTerms(): OneRosterFiles {
  const files = new OneRosterFiles().school('north').student('s1').student('s2').teacher('t1').teacher('t2');
  files.sessions = TERMS;
  return files;
}

describe('import oneroster, classes and time', () => {
  it('archives classes whose terms are over, with their rosters', async () => {
    const files = withTerms().class('c1', { termSourcedIds: 'q1' }).class('c2', { termSourcedIds: 'q1,q2' });
    files.enroll('c1', 's1', { endDate: '2026-10-30' }).enroll('c2', 's2');
    await importer.run(files);
    expect(await importer.archivedClasses()).toEqual(['c1']);
    expect(await importer.rows('select 1 from organization_students')).toHaveLength(2);
    expect(await importer.rows('select season from organizations order by source_id')).toEqual([
      { season: 'Quarter 1' },
      { season: 'Quarter 1, Quarter 2' },
    ]);
  });

  it('takes no session without id for the time of classes without terms', async () => {
    const files = withTerms().class('c1', { termSourcedIds: '' }).class('c2', { termSourcedIds: 'q2' });
    files.sessions = [...TERMS, { ...TERMS[1]!, sourcedId: '' }];
    await importer.run(files);
    expect(await importer.archivedClasses()).toEqual([]);
  });

  it('says so when every class is over', async () => {
    const files = withTerms().class('c1', { termSourcedIds: 'q1' });
    expect(told((await importer.run(files)).warnings)).toEqual(['classes.csv:0 all_classes_ended 1']);
  });

  it('archives on the day after the last one, and brings a class back whose term is longer now', async () => {
    const files = withTerms().class('c1', { termSourcedIds: 'q2' }).class('c2');
    await importer.run(files, { onDate: '2027-01-20' });
    expect(await importer.archivedClasses()).toEqual([]);
    const over = await importer.run(files, { onDate: '2027-01-21' });
    expect(over.archived).toMatchObject({ organizations: 1, students: 0 });
    const longer = withTerms().class('c1', { termSourcedIds: 'q2,s2' }).class('c2');
    const back = await importer.run(longer, { onDate: '2027-01-21' });
    expect(back.updated.organizations).toBe(1);
    expect(await importer.archivedClasses()).toEqual([]);
  });

  it('archives on the day that it is at all schools, or in the time zone that is given', async () => {
    const files = withTerms().school('west').class('c1', { termSourcedIds: 'q2' }).class('c2');
    const at = async (instant: string, timeZone?: string): Promise<string[]> => {
      importer.clock.stopAt(instant);
      await importer.run(files, { timeZone });
      return importer.archivedClasses();
    };
    expect(await at('2027-01-21T00:00:00Z', 'UTC')).toEqual(['c1']);
    await importer.rows(
      `update schools set time_zone = case source_id when 'west' then 'America/Los_Angeles' else 'America/New_York' end`,
    );
    expect(await at('2027-01-21T07:59:59.999Z')).toEqual([]);
    expect(await at('2027-01-21T08:00:00Z')).toEqual(['c1']);
    expect(await at('2027-01-21T04:59:59.999Z', 'America/New_York')).toEqual([]);
    expect(await at('2027-01-21T05:00:00Z', 'America/New_York')).toEqual(['c1']);
  });

  it('knows a class before its first day, with those who are enrolled from then on', async () => {
    const files = withTerms().class('c1', { termSourcedIds: 's2' });
    files.enroll('c1', 's1', { beginDate: '2027-01-21' }).enroll('c1', 's2', { beginDate: '2027-02-01' });
    await importer.run(files);
    expect(await importer.classes()).toEqual(['c1: s1 | ']);
  });

  it('keeps enrolments from their first day to their last', async () => {
    const files = withTerms().class('c1');
    files.enroll('c1', 's1', { beginDate: '2026-11-21', endDate: '2026-11-21' });
    files.teach('c1', 't1', { beginDate: '2026-11-22' }).teach('c1', 't2', { endDate: '2026-11-20' });
    const rosters = [];
    for (const onDate of ['2026-11-20', '2026-11-21', '2026-11-22']) {
      await importer.run(files, { onDate });
      rosters.push(...(await importer.classes()));
    }
    expect(rosters).toEqual(['c1:  | t2 Teacher', 'c1: s1 | ', 'c1:  | t1 Teacher']);
  });

  it('reads the roster of a class without terms as of the school year that is nearest', async () => {
    const files = withTerms().class('c1', { termSourcedIds: '' });
    files.enroll('c1', 's1', { beginDate: '2026-08-20', endDate: '2027-06-20' });
    await importer.run(files, { onDate: '2030-03-01' });
    expect(await importer.classes()).toEqual(['c1: s1 | ']);
  });

  it('reports a term that is not there, and dates that run backwards', async () => {
    const files = withTerms().class('c1', { termSourcedIds: 'q9' });
    files.enroll('c1', 's1', { beginDate: '2027-01-01', endDate: '2026-01-01' });
    expect(told((await importer.run(files)).warnings)).toEqual([
      'classes.csv:2 unknown_term q9',
      'enrollments.csv:2 invalid_period 2027-01-01 to 2026-01-01',
    ]);
    expect(await importer.classes()).toEqual(['c1: s1 | ']);
  });
});
