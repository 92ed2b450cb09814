import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { embeddedImageIds } from '../../../src/platform/rich-text/rich-text.js';
import { RICH_TEXT_COLUMNS } from '../../../src/policy/rich-text-columns.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/* Which texts embed an image is looked up, however many texts a school has: the database reads the ids as the service does. */

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const [FIRST, SECOND] = [randomUUID(), randomUUID()];

it.each([
  ['', []],
  [`<p>image:${FIRST}</p>`, []],
  [`&lt;img src="image:${FIRST}"&gt;`, []],
  [`<img src="image:${FIRST}" alt="">`, [FIRST]],
  [`<p>a<img src="image:${FIRST}" alt="A cake"></p><img src="image:${SECOND}">`, [FIRST, SECOND]],
])('reads the images of %j as the service does', async (html, ids) => {
  const [row] = await t.dataSource.query<[{ ids: string[] }]>('select embedded_image_ids($1) as ids', [html]);
  expect(row.ids).toEqual(ids);
  expect(embeddedImageIds(html)).toEqual(ids);
});

it.each(Object.entries(RICH_TEXT_COLUMNS))('finds images in %s by an index', async (table, column) => {
  const plan = await t.dataSource.transaction(async (manager) => {
    await manager.query('set local enable_seqscan = off; set local enable_indexscan = off');
    return manager.query<{ 'QUERY PLAN': string }[]>(
      `explain select from ${table} item where embedded_image_ids(item.${column}) @> array['${FIRST}']`,
    );
  });
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain(`on ${table}_embedded_images_idx`);
});
