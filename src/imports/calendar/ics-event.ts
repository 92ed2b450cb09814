import { hash } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { isStreamSafe, normalizeText, type Lines } from '../../platform/text/normalize.js';
import { toParagraphs } from '../content/content-images.js';
import { listOf, plainText, type IcsComponent, type IcsProperty } from './ics-components.js';
import { BrokenComponentError, durationMinutes, momentOf, readTime, type IcsTime } from './ics-times.js';
import type { IcsZones } from './ics-zones.js';

/** A VEVENT; alarms, attendees and organizers are left behind (contract section 7, rule 11). */
export interface IcsEvent {
  line: number;
  uid: string;
  recurrenceId: IcsTime | null;
  /** It is meant for the occurrences behind it as well (RFC 5545 section 3.2.13). */
  isForFuture: boolean;
  /** The highest counts, then the latest. */
  sequence: number;
  lastModified: string;
  status: 'confirmed' | 'tentative' | 'cancelled';
  details: { title: string; description: string | null; location: string | null; tags: string[] };
  allDay: boolean;
  start: IcsTime;
  /** Minutes; days when all day. */
  duration: number;
  rules: string[];
  rdates: IcsTime[];
  exdates: IcsTime[];
  hasExceptionRule: boolean;
}

/** @throws BrokenComponentError */
export function readEvent(component: IcsComponent, zones: IcsZones): IcsEvent {
  if (!component.isClosed) throw new BrokenComponentError('not_closed', 'the event has no end');
  const all = (wanted: string): IcsProperty[] => component.properties.filter(({ name }) => name === wanted);
  const text = (name: string, lines?: Lines): string | null => readText(all(name)[0]?.value ?? '', lines);
  const times = (name: string): IcsTime[] =>
    all(name).flatMap((property) =>
      listOf(property.value)
        .filter(Boolean)
        .map((value) => readTime(value.split('/')[0]!, property, zones)),
    );
  const [start] = times('DTSTART');
  if (!start) throw new BrokenComponentError('missing_field', 'the event has no DTSTART');
  const allDay = start.wall.length === 10;
  const description = text('DESCRIPTION', 'several lines');
  return {
    line: component.line,
    uid: cut(text('UID') ?? hash('sha256', component.text, 'base64url'), 400),
    recurrenceId: times('RECURRENCE-ID')[0] ?? null,
    isForFuture: all('RECURRENCE-ID')[0]?.params.RANGE?.toUpperCase() === 'THISANDFUTURE',
    sequence: Number(text('SEQUENCE')) || 0,
    lastModified: text('LAST-MODIFIED') ?? text('DTSTAMP') ?? '',
    status: statusOf(text('STATUS')),
    details: {
      title: cut(text('SUMMARY') ?? 'Untitled', 200),
      description: description && toParagraphs(cut(description, 8000)),
      location: cut(text('LOCATION') ?? '', 200) || null,
      tags: tagsOf(all('CATEGORIES')),
    },
    allDay,
    start,
    duration: durationOf(start, times('DTEND')[0], all('DURATION')[0]?.value),
    rules: all('RRULE').flatMap(({ value }) => value.trim() || []),
    rdates: times('RDATE'),
    exdates: times('EXDATE'),
    hasExceptionRule: all('EXRULE').some(({ value }) => value.trim()),
  };
}

/** @throws BrokenComponentError */
function readText(value: string, lines?: Lines): string | null {
  const text = normalizeText(plainText(value), lines);
  if (text !== null && !isStreamSafe(text))
    throw new BrokenComponentError('too_many_marks', 'a letter has more than 30 combining marks');
  return text;
}

function statusOf(text: string | null): IcsEvent['status'] {
  const status = text?.toLowerCase();
  return status === 'cancelled' || status === 'tentative' ? status : 'confirmed';
}

function tagsOf(categories: IcsProperty[]): string[] {
  const tags = categories.flatMap(({ value }) => listOf(value).flatMap((tag) => readText(tag) ?? []));
  const distinct = Map.groupBy(tags, (tag) => tag.toLowerCase());
  return [...distinct.values()].slice(0, 20).map(([tag]) => cut(tag!, 50));
}

const YEAR_OF_MINUTES = 366 * 24 * 60;

/** A missing end is the DURATION, else one day, or no time at all; an end before the start is a missing one. */
function durationOf(start: IcsTime, end: IcsTime | undefined, duration: string | undefined): number {
  const minutes = duration === undefined ? 0 : durationMinutes(duration);
  if (start.wall.length === 10) {
    const until = end && Temporal.PlainDate.from(end.wall.slice(0, 10));
    const days = until
      ? Temporal.PlainDate.from(start.wall).until(until).days
      : Math.ceil(minutes / (24 * 60));
    return Math.min(Math.max(days, 1), 366);
  }
  const elapsed = end ? (momentOf(end).getTime() - momentOf(start).getTime()) / 60_000 : minutes;
  return Math.min(Math.max(Math.round(elapsed), 0), YEAR_OF_MINUTES);
}

const cut = (text: string, most: number): string =>
  text.length <= most ? text : [...text].slice(0, most).join('');
