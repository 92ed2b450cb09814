import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ContentImporter, counted } from './content-importer.js';

describe('the menus of a content file', () => {
  let importer: ContentImporter;
  let school: string;
  beforeAll(async () => (importer = await ContentImporter.create()));
  afterAll(() => importer.close());
  beforeEach(async () => {
    await importer.empty();
    school = await importer.aSchool('lincoln');
  });

  const LUNCH = { date: '2026-09-07', meal_type: 'lunch', items: 'Pizza' } as const;
  const stored = () =>
    importer.rows(
      'select date::text, meal_type, items, allergens, dietary_tags from menu_entries order by 1, 2',
    );

  it('match by date and meal, and keep what an entry does not name', async () => {
    const first = { ...LUNCH, allergens: ['milk', ' milk '], dietary_tags: ['vegetarian'] };
    expect(counted(await importer.import(school, { menus: [first] }), 'menus')).toEqual([1, 0, 0, 0]);
    const second = [
      { ...LUNCH, items: 'Pasta' },
      { ...LUNCH, meal_type: 'dinner' as const },
    ];
    expect(counted(await importer.import(school, { menus: second }), 'menus')).toEqual([1, 1, 0, 0]);
    expect(await stored()).toEqual([
      { ...LUNCH, meal_type: 'dinner', allergens: [], dietary_tags: [] },
      { ...LUNCH, items: 'Pasta', allergens: ['milk'], dietary_tags: ['vegetarian'] },
    ]);
    await importer.import(school, { menus: [{ ...LUNCH, items: 'Pasta', allergens: null }] });
    expect(await stored()).toMatchObject([{}, { allergens: [], dietary_tags: ['vegetarian'] }]);
  });

  it('appear one by one in the report when they are wrong', async () => {
    const path = await importer.file(
      'school.yaml',
      `menus:
  - { date: 2026-09-07, meal_type: lunch, items: Pizza }
  - { date: 2026-09-07, meal_type: lunch, items: Soup }
  - { date: 2026-02-30, meal_type: lunch, items: Soup }
  - { date: 2026-09-08, meal_type: brunch, items: Soup }
  - { date: 2026-09-09, meal_type: lunch, items: " " }
  - { date: 2026-09-10, meal_type: lunch, items: 7 }
`,
    );
    const { errors } = await importer.run({ path, schoolId: school });
    expect(errors.map(({ line, code, value }) => [line, code, value])).toEqual([
      [3, 'duplicate', '2026-09-07 lunch'],
      [4, 'bad_format', '2026-02-30'],
      [5, 'unknown_value', 'brunch'],
      [6, 'missing_field', 'items'],
    ]);
    expect(await stored()).toMatchObject([{ items: 'Pizza' }, { items: '7' }]);
  });
});
