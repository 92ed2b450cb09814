import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ADA } from '../imports/content/a-content-file.js';
import { ContentImporter } from '../imports/content/content-importer.js';

/** The PostgreSQL of the tests never looks by itself. */
describe('statistics of PostgreSQL', () => {
  let importer: ContentImporter;
  let school: string;
  beforeAll(async () => (importer = await ContentImporter.create()));
  afterAll(() => importer.close());
  beforeEach(async () => {
    await importer.empty();
    school = await importer.aSchool('north');
  });

  const known = async (): Promise<string[]> => {
    const rows = await importer.rows<{ name: string }>(
      `select distinct tablename as name from pg_stats where schemaname = 'public' order by 1`,
    );
    return rows.map(({ name }) => name);
  };

  it('appear as soon as an import has ended, and not after a dry run', async () => {
    expect(await known()).not.toContain('students');
    await importer.import(school, { students: [ADA] }, true);
    expect(await known()).not.toContain('students');
    await importer.import(school, { students: [ADA] });
    expect(await known()).toEqual(expect.arrayContaining(['guardians', 'students']));
  });
});
