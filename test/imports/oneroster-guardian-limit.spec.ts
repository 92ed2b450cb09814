import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OneRosterFiles } from './oneroster-files.js';
import { Importer } from './oneroster-importer.js';

let importer: Importer;
beforeAll(async () => (importer = await Importer.create()));
afterAll(() => importer.close());
beforeEach(() => importer.empty());

const north = (): OneRosterFiles => new OneRosterFiles().school('north');
const family = () =>
  north().student('s1').parent('p1', { agentSourcedIds: 's1' }).parent('p2', { agentSourcedIds: 's1' });

describe('import oneroster, a relation that is gone from a full replacement', () => {
  it.each([
    [
      'the column of relations is blank',
      () => north().student('s1', { agentSourcedIds: '' }).parent('p1').parent('p2'),
    ],
    ['the rows of the parents are missing', () => north().student('s1', { agentSourcedIds: 'p1,p2' })],
    ['one of two is not there', () => north().student('s1').parent('p1', { agentSourcedIds: 's1' })],
  ])('goes only within the limit where %s', async (_, after) => {
    await importer.run(family());
    const before = await importer.links();
    for (const dryRun of [true, false])
      await expect(importer.run(after(), { archiveLimitPercent: 49, dryRun })).rejects.toMatchObject({
        code: 'archive_limit',
        message: expect.stringMatching(
          /^The import would remove [12] of 2 guardians of .*, more than 49%; nothing/,
        ),
      });
    expect(await importer.links()).toEqual(before);
  });

  it('goes where it is just the limit, and those that stay by hand or with an archived child do not count', async () => {
    await importer.run(family().student('s2', { agentSourcedIds: 'p1' }));
    await importer.run(family());
    await importer.rows(
      `insert into guardians (school_id, student_id, first_name, last_name, relation, source)
       select school_id, id, 'By', 'Hand', 'other', 'registration' from students where source_id = 's1'`,
    );
    const after = () => north().student('s1').parent('p1', { agentSourcedIds: 's1' });
    await expect(importer.run(after(), { archiveLimitPercent: 49 })).rejects.toMatchObject({
      code: 'archive_limit',
    });
    expect((await importer.run(after(), { archiveLimitPercent: 50 })).archived.guardians).toBe(1);
  });
});
