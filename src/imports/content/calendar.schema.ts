import { z } from 'zod';
import { EVENT_TYPES, HOME_AWAY, MAX_PLACES, RSVP_BY } from '../../features/calendar/events/event-values.js';
import { audienceSchema } from './organization.schema.js';
import { isInReach, moment, name, optionalText, REACH, RICH_TEXT_LENGTH, tidyText } from './schema-fields.js';

const tagsSchema = () => z.array(tidyText(50)).max(20).transform(distinctTags);

/** The tags without repetition, whatever their case, in the spelling that comes first. */
const distinctTags = (tags: string[]): string[] =>
  [...Map.groupBy(tags.filter(Boolean), (tag) => tag.toLowerCase()).values()].map(([first]) => first!);

const rsvpSchema = () =>
  z
    .object({
      by: z.enum(RSVP_BY),
      until: moment().describe(
        'When answers end, not after the start; of a series for its first occurrence.',
      ),
      capacity: z.int().min(1).max(MAX_PLACES).nullish(),
    })
    .describe('Asks who comes. Null: nobody is asked.');

/** Members that an event and a series have in common. */
const details = {
  key: name(),
  title: name(),
  description: optionalText(RICH_TEXT_LENGTH).describe('HTML; what rich text may not hold is dropped.'),
  location: optionalText(),
  all_day: z.boolean().nullish(),
  category: optionalText().describe('One of the categories of the school, by name.'),
  organization: optionalText().describe('By short_name.'),
  audience: audienceSchema.nullish(),
  tags: tagsSchema().nullish(),
  event_type: z.enum(EVENT_TYPES).nullish(),
  home_away: z.enum(HOME_AWAY).nullish(),
  opponent: optionalText(),
  uniform: optionalText(),
  rsvp: rsvpSchema().nullish(),
};

const day = () => z.iso.date({ error: 'a date is YYYY-MM-DD' }).refine(isInReach, REACH).nullish();

export const eventSchema = z
  .object({
    ...details,
    starts_at: moment().describe('With ends_at; or start_date and end_date.'),
    ends_at: moment(),
    start_date: day(),
    end_date: day().describe('The last day, inclusive.'),
    arrival_at: moment(),
  })
  .describe('Matched by key. What an entry does not name is kept.');

/** Clocks and rules are read with the series as a whole. */
const clock = () => z.string().max(40).nullish();
const clocks = (most: number) => z.array(z.string().max(40)).max(most).nullish();

export const seriesSchema = z
  .object({
    ...details,
    local_start: clock().describe('`2026-09-07T15:30` on the wall of time_zone; `2026-09-07` when all day.'),
    duration_minutes: z
      .int()
      .min(0)
      .max(366 * 24 * 60)
      .nullish(),
    duration_days: z.int().min(1).max(366).nullish(),
    time_zone: z.string().max(60).nullish().describe("IANA name; the school's when absent."),
    rrule: z
      .string()
      .max(1000)
      .nullish()
      .describe('RFC 5545, with COUNT or UNTIL; at most 400 occurrences within 3 years.'),
    rdates: clocks(400).describe('Written as local_start.'),
    exdates: clocks(1000).describe('Written as local_start, or a date for that whole day.'),
    arrival_at: clock().describe('Before the first occurrence, written as local_start.'),
  })
  .describe('Matched by key. What an entry does not name is kept.');

export type EventEntry = z.output<typeof eventSchema>;
export type SeriesEntry = z.output<typeof seriesSchema>;
