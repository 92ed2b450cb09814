import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContentFile } from '../../../src/imports/content/content-file.schema.js';
import { ContentImporter } from './content-importer.js';

let importer: ContentImporter;
let school: string;
beforeAll(async () => (importer = await ContentImporter.create()));
afterAll(() => importer.close());
beforeEach(async () => (school = await importer.onlySchool()));

const FAIR = {
  key: 'fair',
  title: 'Fair',
  starts_at: '2026-10-30T16:00:00Z',
  ends_at: '2026-10-30T17:00:00Z',
};
const CLUB = {
  ...{ key: 'club', title: 'Club', local_start: '2026-10-26T15:30', duration_minutes: 60 },
  rrule: 'FREQ=WEEKLY;COUNT=2',
};
const bring = (content: ContentFile) => importer.import(school, content);
const terms = () =>
  importer.rows(
    `select title, rsvp_by as by, rsvp_lead_seconds as lead, rsvp_capacity as capacity from events order by title, start_date`,
  );

describe('An event of a content file', () => {
  it('asks who comes, with a last moment of its own for each occurrence', async () => {
    await bring({
      events: [{ ...FAIR, rsvp: { by: 'student', until: '2026-10-29T16:00:00Z', capacity: 30 } }],
      series: [{ ...CLUB, rsvp: { by: 'person', until: '2026-10-26T18:30:00Z' } }],
    });
    const club = { title: 'Club', by: 'person', lead: 3_600, capacity: null };
    const fair = { title: 'Fair', by: 'student', lead: 86_400, capacity: 30 };
    expect(await terms()).toEqual([club, club, fair]);
  });

  it('goes on asking when a later file does not say it, and stops where it says null', async () => {
    await bring({ events: [{ ...FAIR, rsvp: { by: 'student' } }] });
    await bring({ events: [{ ...FAIR, title: 'Autumn fair' }] });
    expect(await terms()).toMatchObject([{ title: 'Autumn fair', by: 'student' }]);
    await bring({ events: [{ ...FAIR, rsvp: null }] });
    expect(await terms()).toMatchObject([{ by: null }]);
  });

  it('appears in the report where answers would end after the start', async () => {
    const { errors } = await bring({
      events: [{ ...FAIR, rsvp: { by: 'student', until: '2026-10-30T16:00:01Z' } }],
    });
    expect(errors).toHaveLength(1);
    expect(await terms()).toEqual([]);
  });
});
