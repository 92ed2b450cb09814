import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OneRosterFiles } from './oneroster/oneroster-files.js';
import { Importer, told } from './oneroster/oneroster-importer.js';

let importer: Importer;
beforeAll(async () => (importer = await Importer.create()));
afterAll(() => importer.close());

const YEARS = {
  2026: { sourcedId: 'y1', type: 'schoolYear', startDate: '2026-08-20', endDate: '2027-06-20' },
  2027: { sourcedId: 'y2', type: 'schoolYear', startDate: '2027-08-20', endDate: '2028-06-20' },
};
const SUMMER = { timeZone: 'America/New_York', onDate: '2027-08-25', archiveLimitPercent: 10 };

/** Students by grade: two of each, called after the grade that they were in at first. */
const IN_2026 = { '4': ['4a', '4b'], '5': ['5a', '5b'], '7': ['7a', '7b'], '8': ['8a', '8b'] };
const IN_2027 = { '5': ['4a', '4b'], '6': ['5a', '5b'], '8': ['7a', '7b'] };

// Schools are done in the order of their ids.
describe.each([
  ['low', 'mid'],
  ['west', 'mid'],
])('a summer, from %s to %s', (low, mid) => {
  const year = (
    at: keyof typeof YEARS,
    students: Record<string, string[]>,
    lost: string[] = [],
  ): OneRosterFiles => {
    const files = new OneRosterFiles().school(low, { name: 'Low' }).school(mid, { name: 'Mid' });
    files.sessions = [YEARS[at]];
    for (const [grades, ids] of Object.entries(students))
      for (const id of ids.filter((student) => !lost.includes(student)))
        files.student(id, {
          grades,
          orgSourcedIds: Number(grades) <= 5 ? low : mid,
          agentSourcedIds: `g${id}`,
        });
    for (const { sourcedId } of [...files.users]) files.parent(`g${sourcedId}`);
    return files;
  };
  const at = (school: string, ...students: string[]): string[] => students.map((id) => `${school}/${id}`);
  const roster = async (): Promise<string[]> => (await importer.roster()).toSorted();

  beforeEach(async () => {
    await importer.empty();
    await importer.run(year(2026, IN_2026));
  });

  it('takes those who have finished the last grade of their school off its roster, whatever the limit', async () => {
    const report = await importer.run(year(2027, IN_2027), { ...SUMMER, archiveLimitPercent: 0 });
    expect(report).toMatchObject({ errors: [], archived: { students: 4 }, created: { students: 2 } });
    expect(await roster()).toEqual([...at(low, '4a', '4b'), ...at(mid, '5a', '5b', '7a', '7b')].toSorted());
  });

  it('refuses what takes the last grade away in the course of a year, or any other in summer', async () => {
    const lost = year(2026, IN_2026, ['8a', '8b']);
    expect((await importer.run(lost, { archiveLimitPercent: 10 })).errors).toMatchObject([
      { code: 'archive_limit', value: 'Mid' },
    ]);
    const without = year(2027, { '5': ['4a', '4b'], '6': ['5a', '5b'] });
    expect((await importer.run(without, SUMMER)).errors).toContainEqual(
      expect.objectContaining({ code: 'archive_limit', value: 'Mid' }),
    );
  });

  it('leaves where they are, and names, those who go to a school that is refused', async () => {
    const files = year(2027, { ...IN_2027, '6': ['5a', '5b', 'new'] }, ['7a']);
    for (const dryRun of [true, false]) {
      const { errors, archived } = await importer.run(files, { ...SUMMER, dryRun });
      expect(told(errors)).toEqual([
        'users.csv:0 archive_limit Mid',
        'users.csv:4 move_waits 5a',
        'users.csv:5 move_waits 5b',
        'users.csv:6 arrival_waits new',
      ]);
      expect(errors[1]!.message).toBe(
        'The move from Low to Mid waits, because Mid was refused: the student stays at Low. If it is right, run it again with --archive-limit 25%.',
      );
      expect(archived.students).toBe(0);
      expect(await roster()).toEqual(
        [...at(low, '4a', '4b', '5a', '5b'), ...at(mid, '7a', '7b', '8a', '8b')].toSorted(),
      );
    }
    const allowed = await importer.run(files, { ...SUMMER, archiveLimitPercent: 25 });
    expect(allowed.errors).toEqual([]);
    expect(await roster()).toEqual([...at(low, '4a', '4b'), ...at(mid, '5a', '5b', '7b', 'new')].toSorted());
  });

  it('leaves a teacher where they are, and names them, who goes to a school that is refused', async () => {
    const taught = (school: string, from: OneRosterFiles): OneRosterFiles =>
      from.teacher('t1', { orgSourcedIds: school }).teacher('t2', { orgSourcedIds: low });
    const staff = () =>
      importer.rows(
        `select sc.source_id || '/' || s.source_id as at from staff_members s join schools sc on sc.id = s.school_id
         where s.archived_at is null order by 1`,
      );
    await importer.run(taught(low, year(2026, IN_2026)));
    const later = taught(mid, year(2027, IN_2027, ['7a', '7b']));
    expect(told((await importer.run(later, SUMMER)).errors)).toContain('users.csv:10 move_waits t1');
    expect(await staff()).toEqual([{ at: `${low}/t1` }, { at: `${low}/t2` }]);
    await importer.run(later, { ...SUMMER, archiveLimitPercent: 100 });
    expect(await staff()).toEqual(
      [{ at: `${low}/t2` }, { at: `${mid}/t1` }].sort((a, b) => (a.at < b.at ? -1 : 1)),
    );
  });

  it('leaves where they are, and names, those who come from a school that is refused', async () => {
    const files = year(2027, IN_2027, ['4a']).class('k6', { schoolSourcedId: mid }).enroll('k6', '5a');
    for (const dryRun of [true, false]) {
      const { errors } = await importer.run(files, { ...SUMMER, dryRun });
      expect(told(errors)).toEqual([
        'users.csv:0 archive_limit Low',
        'users.csv:3 move_waits 5a',
        'users.csv:4 move_waits 5b',
      ]);
      expect(errors[1]!.message).toContain('because Low was refused');
    }
    expect(await roster()).toEqual([...at(low, '4a', '4b', '5a', '5b'), ...at(mid, '7a', '7b')].toSorted());
    await importer.run(files, { ...SUMMER, archiveLimitPercent: 25 });
    expect(await roster()).toEqual([...at(low, '4b'), ...at(mid, '5a', '5b', '7a', '7b')].toSorted());
  });

  it('leaves everybody on one roster when it breaks off between two schools', async () => {
    const files = year(2027, IN_2027).school('zoo').student('boom', { orgSourcedIds: 'zoo' });
    const first = [low, mid].toSorted()[1]!;
    files.student('boom too', { orgSourcedIds: first });
    for (const id of ['boom too', 'boom']) {
      await importer.rows(`alter table students add constraint boom check (source_id <> '${id}') not valid`);
      await expect(importer.run(files, SUMMER)).rejects.toThrow('boom');
      await importer.rows('alter table students drop constraint boom');
      const students = (await roster()).map((place) => place.split('/')[1]!);
      expect(students.filter((id) => id.startsWith('5')).toSorted()).toEqual(['5a', '5b']);
    }
  });

  it('moves a student of whom an export of changes speaks', async () => {
    const changes = new OneRosterFiles().delta().student('5a', { orgSourcedIds: mid, grades: '06' });
    expect(await importer.run(changes, SUMMER)).toMatchObject({
      created: { students: 1 },
      archived: { students: 1 },
    });
    expect(await roster()).toEqual(
      [...at(low, '4a', '4b', '5b'), ...at(mid, '5a', '7a', '7b', '8a', '8b')].toSorted(),
    );
  });
});
