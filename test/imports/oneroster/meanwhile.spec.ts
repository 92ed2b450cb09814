import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { lockImportsOfSchool } from '../../../src/platform/import-history/import-locks.repository.js';
import { untilWaiting } from '../../support/database/lock-waits.js';
import { OneRosterFiles } from './oneroster-files.js';
import { Importer } from './oneroster-importer.js';

let importer: Importer;
beforeAll(async () => (importer = await Importer.create()));
afterAll(() => importer.close());
beforeEach(() => importer.empty());

const changes = (): OneRosterFiles => new OneRosterFiles().delta();

/** The import has made its plan and waits for the school when this is done there. */
async function bringMeanwhile(files: OneRosterFiles, done: string): Promise<void> {
  const { dataSource } = importer.database;
  const { run } = await dataSource.transaction(async (manager) => {
    const [school] = await manager.query<[{ id: string }]>('select id from schools');
    await lockImportsOfSchool(manager, school.id);
    const run = importer.run(files);
    await untilWaiting(dataSource);
    await manager.query(done);
    return { run };
  });
  expect((await run).errors).toEqual([]);
}

describe('import oneroster, changes that are read against what is gone by the time they are written', () => {
  const ERASED = `delete from guardians where source_id = 'p1'`;
  const TAKEN_BACK = `${ERASED} and student_id in (select id from students where source_id = 's1')`;

  beforeEach(() =>
    importer.run(
      new OneRosterFiles()
        .school('north')
        .student('s1')
        .student('s2')
        .parent('p1', { agentSourcedIds: 's1,s2' }),
    ),
  );

  it('bring back no adult who was erased meanwhile', async () => {
    await bringMeanwhile(changes().student('s1', { givenName: 'New' }), ERASED);
    expect(await importer.links()).toEqual([]);
    expect(await importer.rows(`select first_name from students where source_id = 's1'`)).toEqual([
      { first_name: 'New' },
    ]);
  });

  it('bring back no relation that was taken back meanwhile', async () => {
    const both = changes().student('s1', { givenName: 'New' }).user('p1', { givenName: 'New' });
    await bringMeanwhile(both, TAKEN_BACK);
    expect(await importer.links()).toEqual([expect.stringMatching(/^s2: p1 /)]);
  });

  it('make nobody of an adult who was erased meanwhile for a new sibling', async () => {
    await bringMeanwhile(changes().student('s4', { agentSourcedIds: 'p1' }), ERASED);
    expect(await importer.links()).toEqual([]);
  });
});
