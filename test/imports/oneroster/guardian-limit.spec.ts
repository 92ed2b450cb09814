import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OneRosterFiles } from './oneroster-files.js';
import { Importer } from './oneroster-importer.js';

let importer: Importer;
beforeAll(async () => (importer = await Importer.create()));
afterAll(() => importer.close());
beforeEach(() => importer.empty());

/** Twelve students with a mother each. */
const CHILDREN = Array.from({ length: 12 }, (_, at) => `s${at + 1}`);
/** @param linked how many of them have their mother named */
const students = (linked: number): OneRosterFiles =>
  CHILDREN.reduce(
    (files, id, at) => files.student(id, { agentSourcedIds: at < linked ? `mother-of-${id}` : '' }),
    new OneRosterFiles().school('north'),
  );
const families = (linked: number): OneRosterFiles =>
  CHILDREN.reduce((files, id) => files.parent(`mother-of-${id}`), students(linked));

describe('import oneroster, relations that are gone from a full replacement', () => {
  it.each([
    ['whose column of relations is blank', () => families(0), 12],
    ['without the parents', () => students(12), 12],
    ['that has one of twelve', () => families(1), 11],
  ])('stay with an export %s, which is refused', async (_, after, gone) => {
    await importer.run(families(12));
    const before = await importer.links();
    for (const dryRun of [true, false])
      expect((await importer.run(after(), { archiveLimitPercent: 10, dryRun })).errors).toMatchObject([
        {
          code: 'archive_limit',
          message: expect.stringMatching(
            `^The import would remove ${gone} of 12 guardians of .*, more than 50%; nothing of this school`,
          ),
        },
      ]);
    expect(await importer.links()).toEqual(before);
  });

  it('appear on the way to the last record, at first and when all of it comes again', async () => {
    for (const time of ['first', 'again']) {
      const steps: [number, number][] = [];
      await importer.run(families(12), { progress: { step: (_, done, total) => steps.push([done, total]) } });
      const [done, total] = steps.at(-1)!;
      expect([time, done]).toEqual([time, total]);
    }
  });

  it('go where they are few, and where the limit is set higher', async () => {
    await importer.run(families(12));
    expect((await importer.run(families(2), { archiveLimitPercent: 10 })).archived.guardians).toBe(10);
    await importer.run(families(12));
    expect((await importer.run(families(0), { archiveLimitPercent: 100 })).archived.guardians).toBe(12);
  });

  it('count for nothing where they were made by hand, or of a child that is archived', async () => {
    await importer.run(families(12));
    await importer.rows(
      `insert into guardians (school_id, student_id, first_name, last_name, relation, source)
       select school_id, id, 'By', 'Hand', 'other', 'registration' from students`,
    );
    await importer.rows(`update students set archived_at = now() where source_id in ('s1', 's2')`);
    expect((await importer.run(families(2), { archiveLimitPercent: 10 })).archived.guardians).toBe(10);
  });
});
