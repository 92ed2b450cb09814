import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { ContentFile } from '../../../src/imports/content/content-file.schema.js';
import { embedding } from '../../support/files/embedded-images.js';
import { ContentImporter, counted } from './content-importer.js';

let importer: ContentImporter;
let school: string;
beforeAll(async () => (importer = await ContentImporter.create()));
afterAll(() => importer.close());
beforeEach(async () => {
  school = await importer.onlySchool();
});

const bring = (content: ContentFile, dryRun = false) => importer.import(school, content, dryRun);

async function anImage(of = school): Promise<string> {
  const { id } = await importer.row<{ id: string }>(
    `insert into embedded_images
       (school_id, key, content_type, width, height, size_bytes, uploaded_at, unused_since)
     values ($1, gen_random_uuid(), 'image/png', 4, 3, 99, $2, $2) returning id`,
    [of, importer.clock.now()],
  );
  return id;
}

/** Whether it is kept for good. */
const isUsed = async (id: string): Promise<boolean> =>
  (
    await importer.row<{ used: boolean }>(
      'select unused_since is null as used from embedded_images where id = $1',
      [id],
    )
  ).used;

const club = (description: string | null) => ({
  organizations: [{ short_name: 'chess', kind: 'club' as const, name: 'Chess', description }],
});
const event = (description: string | null) => ({
  events: [
    {
      key: 'picnic',
      title: 'Picnic',
      start_date: '2026-10-01',
      end_date: '2026-10-01',
      all_day: true,
      description,
    },
  ],
});
const series = (description: string | null) => ({
  series: [
    {
      key: 'practice',
      title: 'Practice',
      local_start: '2026-10-26T15:30',
      duration_minutes: 90,
      rrule: 'FREQ=WEEKLY;COUNT=3',
      description,
    },
  ],
});

const slip = (body: string | null) => ({
  permission_slips: [
    { key: 'museum', title: 'Museum', body, statement: 'Yes.', opens_at: '2026-10-01T08:00:00Z' },
  ],
});

const KINDS: [string, string, (description: string | null) => ContentFile][] = [
  ['an organization', 'chess', club],
  ['an event', 'picnic', event],
  ['a series', 'practice', series],
  ['a permission slip', 'museum', slip],
];

const texts = async (): Promise<(string | null)[]> => {
  const rows = await importer.rows<{ description: string | null }>(
    `select description from organizations union select description from events
     union select description from event_series union select body from permission_slips`,
  );
  return rows.map(({ description }) => description);
};

describe.each(KINDS)('the rich text of %s in a content file', (_, key, content) => {
  it('loses images that the school does not have, and the warnings name the entry', async () => {
    const [known, foreign] = [await anImage(), await anImage(await importer.aSchool('south'))];
    const description = embedding(randomUUID(), known, foreign);
    const { errors, warnings } = await bring(content(description));
    expect([errors, warnings]).toMatchObject([[], [{ code: 'unknown_image', value: key, line: 0 }]]);
    expect(await texts()).toEqual([`<p>Mud </p>${embedding(known)}<p>Mud </p>`]);
    expect([await isUsed(known), await isUsed(foreign)]).toEqual([true, false]);
  });

  it('changes nothing the second time', async () => {
    const description = embedding(await anImage(), randomUUID());
    const [kind] = Object.keys(content(null)) as [string];
    await bring(content(description));
    expect(counted(await bring(content(description)), kind)).toEqual([0, 0, 0, 1]);
  });

  it('keeps an image for as long as it embeds it', async () => {
    const id = await anImage();
    await bring(content(embedding(id)));
    expect(await isUsed(id)).toBe(true);
    await bring(content('Words'));
    expect(await isUsed(id)).toBe(false);
  });

  it('keeps nothing in a dry run', async () => {
    const id = await anImage();
    await bring(content(embedding(id)), true);
    expect(await isUsed(id)).toBe(false);
  });
});
