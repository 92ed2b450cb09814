import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ContentFile } from '../../../src/imports/content/content-file.schema.js';
import { PersonErasureService } from '../../../src/features/person/person-erasure.service.js';
import { ImportRunsRepository } from '../../../src/imports/import-runs.repository.js';
import { ImportRuns } from '../../../src/imports/import-runs.service.js';
import { MAX_CHANGES } from '../../../src/platform/import-history/current-import-run.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { type ImportApp, startImportApp } from '../a-fed-app.js';
import { TableDump } from './table-dump.js';
import { undo } from './undo-run.js';

let t: ImportApp;
let school: TestSchool;
beforeAll(async () => (t = await startImportApp()));
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.moveTo('2026-09-20T12:00:00Z');
  school = await aSchool(t);
});

const CATEGORY: ContentFile = { categories: [{ name: 'News', color: '#112233' }] };
const bring = (content = CATEGORY) => t.bring(school.id, content);
const history = () =>
  t.dataSource.query<unknown[]>('select 1 from import_changes where school_id = $1', [school.id]);

describe('An import is not undone', () => {
  it.each(['00000000-0000-4000-8000-000000000000', 'yesterday', ''])(
    'refuses one that nobody knows: %s',
    async (id) => {
      await expect(undo(t, id)).rejects.toThrow(
        'No import has this run id, or it was more than 30 days ago.',
      );
    },
  );

  it('twice', async () => {
    const { run_id } = await bring();
    await undo(t, run_id!);
    const before = await TableDump.of(t.dataSource);
    await expect(undo(t, run_id!)).rejects.toThrow(
      /^This import was undone already, at 2026-09-20T12:00:\d\d\.\d{3}Z\. To have again what it brought, import its file once more\.$/,
    );
    before.assertEqual(await TableDump.of(t.dataSource));
  });

  it('by two at once', async () => {
    const { run_id } = await bring();
    const both = await Promise.allSettled([undo(t, run_id!), undo(t, run_id!)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('keeps none of more rows than are kept, and its report says so', async () => {
    const runs = t.services.get(ImportRunsRepository);
    const finish = runs.finish.bind(runs);
    const bounded = jest.spyOn(runs, 'finish').mockImplementation((manager, id) => finish(manager, id, 2));
    const names = ['A', 'B', 'C'].map((name) => ({ name, color: '#112233' }));
    const { run_id, warnings } = await bring({ categories: names });
    bounded.mockRestore();
    const message = expect.stringContaining('The run changed more than 500,000 rows of school-');
    expect(warnings).toMatchObject([{ code: 'not_undoable', message }]);
    expect(await history()).toEqual([]);
    await expect(undo(t, run_id!)).rejects.toThrow('changed too many rows of school-');
    expect(MAX_CHANGES).toBe(500_000);
  });
});

describe('A dry run', () => {
  it('says what the undo does, and changes nothing', async () => {
    const { run_id } = await bring();
    const before = await TableDump.of(t.dataSource);
    const dry = await undo(t, run_id!, true);
    before.assertEqual(await TableDump.of(t.dataSource));
    expect({ ...(await undo(t, run_id!)), dry_run: true }).toEqual(dry);
  });
});

describe('What is kept of an import', () => {
  it('keeps nothing of a dry run, and of none but an import', async () => {
    expect(await t.bring(school.id, { categories: [] })).not.toHaveProperty('run_id');
    const admin = await school.admin();
    await t.api.post(`/schools/${school.id}/categories`, {
      token: admin.token,
      body: { name: 'By hand', color: '#112233' },
    });
    expect(await history()).toEqual([]);
  });

  it('goes with the undo', async () => {
    const { run_id } = await bring();
    expect(await history()).toHaveLength(1);
    await undo(t, run_id!);
    expect(await history()).toEqual([]);
  });

  it('loses with an erased person what names them, and nothing of people whose address has theirs in it', async () => {
    const [ria, ...others] = ['ria@x.example', 'maria@x.example', 'm.ria@x.example', 'ria@x.example.org'];
    const staff = [ria, ...others].map((email, at) => ({
      first_name: `Ria ${at}`,
      last_name: 'Fox',
      email,
    }));
    const menus = [{ date: '2026-09-21', meal_type: 'lunch' as const, items: `Soup\n${ria}\nSalad` }];
    const { run_id } = await bring({ staff, menus });
    const erasure = t.services.get(PersonErasureService, { strict: false });
    const { erased } = await erasure.erase(ria);
    expect(erased).toEqual({ staff_members: 1, import_changes: 2 });
    expect(await history()).toHaveLength(others.length);
    expect(await undo(t, run_id!)).toMatchObject({
      removed: { staff_members: others.length },
      conflict_count: 0,
    });
  });

  it('lists runs, the newest first', async () => {
    const first = await bring();
    t.clock.moveTo('2026-09-21T12:00:00Z');
    const second = await bring({ categories: [{ name: 'News', color: '#000000' }] });
    await undo(t, second.run_id!);
    const runs = await t.services.get(ImportRuns).list(school.id);
    expect(runs).toEqual([
      {
        ...{ run_id: second.run_id, kind: 'content', at: expect.stringMatching(/^2026-09-21T/) },
        counts: { categories: { created: 0, changed: 1, removed: 0 } },
        ...{ undone_at: expect.stringMatching(/^2026-09-21T/), can_be_undone: false },
      },
      {
        ...{ run_id: first.run_id, kind: 'content', at: expect.stringMatching(/^2026-09-20T/) },
        counts: { categories: { created: 1, changed: 0, removed: 0 } },
        ...{ undone_at: null, can_be_undone: true },
      },
    ]);
  });
});
