import { randomUUID } from 'node:crypto';

/** What is wrong, with which fields, and the field that the refusal names. */
export type Invalid = [what: string, given: object, path: string];

const TOO_LONG = 'x'.repeat(201);
/** What is missing when there is nothing yet. */
export const MISSING_TIMES: Invalid[] = [
  ['no times', { starts_at: undefined, ends_at: undefined }, 'starts_at'],
  ['no end', { ends_at: undefined }, 'ends_at'],
  ['all day without days', { all_day: true }, 'start_date'],
  ['all day without an end', { all_day: true, start_date: '2026-09-12' }, 'end_date'],
];

export const INVALID_TIMES: Invalid[] = [
  ['an end before the start', { ends_at: '2026-09-12T15:59:59Z' }, 'ends_at'],
  ['a time without offset', { starts_at: '2026-09-12T16:00:00' }, 'starts_at'],
  ['a date as a time', { starts_at: '2026-09-12' }, 'starts_at'],
  ['a time of a day that is none', { starts_at: '2026-02-30T16:00:00Z' }, 'starts_at'],
  ['a number as a time', { starts_at: 1789228800 }, 'starts_at'],
  ['a time of the year 0', { starts_at: '0000-09-12T16:00:00Z' }, 'starts_at'],
  [
    'the last day before the first',
    { all_day: true, start_date: '2026-09-12', end_date: '2026-09-11' },
    'end_date',
  ],
  ['a day that is none', { all_day: true, start_date: '2026-02-29', end_date: '2026-09-12' }, 'start_date'],
  [
    'a time as a day',
    { all_day: true, start_date: '2026-09-12T00:00:00Z', end_date: '2026-09-12' },
    'start_date',
  ],
  ['a word as all_day', { all_day: 'no' }, 'all_day'],
  ['an arrival after the start', { arrival_at: '2026-09-12T16:00:01Z' }, 'arrival_at'],
  [
    'an arrival of a whole day',
    { all_day: true, start_date: '2026-09-12', end_date: '2026-09-12', arrival_at: '2026-09-12T10:00:00Z' },
    'arrival_at',
  ],
];
export const INVALID_DETAILS: Invalid[] = [
  ['a blank title', { title: ' ' }, 'title'],
  ['a title of which nothing shows', { title: '\u200b\u2060 ' }, 'title'],
  ['a title of 201 characters', { title: TOO_LONG }, 'title'],
  ['a number as a title', { title: 5 }, 'title'],
  ['null as a title', { title: null }, 'title'],
  ['a location of 201 characters', { location: TOO_LONG }, 'location'],
  [
    'an embedded image that nobody uploaded',
    { description: `<img src="image:${randomUUID()}">` },
    'description',
  ],
  ['a word as tags', { tags: 'sport' }, 'tags'],
  ['a number among the tags', { tags: ['sport', 5] }, 'tags'],
  ['null among the tags', { tags: [null] }, 'tags'],
  ['a tag of 51 characters', { tags: ['x'.repeat(51)] }, 'tags'],
  ['21 tags', { tags: Array.from({ length: 21 }, (_, i) => `tag ${i}`) }, 'tags'],
  ['a category that is no id', { category_id: 'trips' }, 'category_id'],
  ['an organization that is no id', { organization_id: 'tigers' }, 'organization_id'],
  ['an audience that is a word', { audience: 'school' }, 'audience'],
  ['an audience of nobody', { audience: {} }, 'audience.type'],
  ['an audience of an unknown kind', { audience: { type: 'everyone' } }, 'audience.type'],
  [
    'an audience of no years',
    { audience: { type: 'graduation_years', graduation_years: [] } },
    'audience.graduation_years',
  ],
  [
    'an audience of words as years',
    { audience: { type: 'graduation_years', graduation_years: ['2030'] } },
    'audience.graduation_years',
  ],
  ['an audience of no organizations', { audience: { type: 'organizations' } }, 'audience.organization_ids'],
  [
    'an audience of no ids',
    { audience: { type: 'organizations', organization_ids: ['x'] } },
    'audience.organization_ids',
  ],
  ['an unknown event type', { event_type: 'party' }, 'event_type'],
  ['an unknown side', { home_away: 'both' }, 'home_away'],
  ['an opponent of 201 characters', { opponent: TOO_LONG }, 'opponent'],
  ['a list as a uniform', { uniform: ['blue'] }, 'uniform'],
];
