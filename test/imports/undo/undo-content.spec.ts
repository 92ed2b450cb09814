import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContentFile } from '../../../src/imports/content/content-file.schema.js';
import { EVERYTHING } from '../content/a-content-file.js';
import { type ImportApp, startImportApp } from '../a-fed-app.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { CHANGED } from './changed-content.js';
import { TableDump } from './table-dump.js';
import { undo } from './undo-run.js';

let t: ImportApp;
let school: TestSchool;
beforeAll(async () => (t = await startImportApp()));
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.stopAt('2026-09-20T12:00:00Z');
  school = await aSchool(t);
});

const bring = async (content: ContentFile): Promise<string> => {
  const report = await t.bring(school.id, content);
  expect(report.errors).toEqual([]);
  return report.run_id!;
};
const dump = () => TableDump.of(t.dataSource);

describe('The undo of a content file', () => {
  it('leaves no row otherwise than it was, where the file brought everything', async () => {
    const before = await dump();
    const run = await bring(EVERYTHING);
    const report = await undo(t, run);
    expect([report.conflicts, report.changed, report.returned]).toEqual([[], {}, {}]);
    expect(Object.keys(report.removed)).toHaveLength(26);
    before.assertEqual(await dump());
  });

  it('leaves no row otherwise than it was, where the file changed everything', async () => {
    await bring(EVERYTHING);
    const before = await dump();
    t.clock.moveTo('2026-09-21T12:00:00Z');
    const run = await bring(CHANGED);
    expect(before.differences(await dump())).not.toEqual({});
    const report = await undo(t, run);
    expect(report.conflicts).toEqual([]);
    before.assertEqual(await dump());
    // The second import of the file brings it all again.
    const again = await t.bring(school.id, CHANGED);
    expect(again.errors).toEqual([]);
    expect(before.differences(await dump())).not.toEqual({});
  });

  it('leaves no row otherwise than it was, where the file moved an event to a club and a category that it made', async () => {
    const fair = { key: 'fair', title: 'Fair', start_date: '2026-10-02', end_date: '2026-10-03' };
    await bring({ events: [fair] });
    const before = await dump();
    t.clock.moveTo('2026-09-21T12:00:00Z');
    const run = await bring({
      categories: [{ name: 'News', color: '#112233' }],
      organizations: [{ short_name: 'chess', kind: 'club', name: 'Chess' }],
      events: [{ ...fair, organization: 'chess', category: 'News' }],
    });
    expect(await undo(t, run)).toMatchObject({
      ...{ conflicts: [], changed: { events: 1 }, removed: { categories: 1, organizations: 1 } },
    });
    before.assertEqual(await dump());
  });
});
