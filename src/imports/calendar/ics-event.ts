import { hash } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { isStreamSafe, normalizeText, type Lines } from '../../platform/text/normalize.js';
import { toParagraphs } from '../content/content-images.js';
import { listOf, plainText, type IcsComponent, type IcsProperty } from './ics-components.js';
import {
  BrokenComponentError,
  durationMinutes,
  momentOf,
  onWallOf,
  readTime,
  type IcsTime,
} from './ics-times.js';
import type { IcsZones } from './ics-zones.js';

/** What was not understood of an event that is taken all the same; the message is for people. */
export interface EventNote {
  code: string;
  value: string;
  message: string;
}

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
  /** Null where the file does not say it. */
  modified: string | null;
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
  notes: EventNote[];
}

/** @throws BrokenComponentError naming the event */
export function readEvent(component: IcsComponent, zones: IcsZones): IcsEvent {
  return new EventReader(component, zones).read();
}

/** `"Book fair" of 2026-12-07`: for whoever runs the school's calendar, and finds the event by its title and day. */
export const nameOf = (title: string, { wall }: IcsTime): string => `"${title}" of ${wall.slice(0, 10)}`;

export const IMPORT_AGAIN = 'in the calendar that the file is from, and import it again.';

/** When an event takes place. */
interface Span {
  start: IcsTime;
  end: IcsTime | undefined;
  allDay: boolean;
  /** Of the other times of a series: days too where it lasts whole ones. */
  inDays: (time: IcsTime) => IcsTime;
}

class EventReader {
  private readonly notes: EventNote[] = [];
  private readonly doubts = new Map<string, string>();
  private readonly title: string;

  constructor(
    private readonly component: IcsComponent,
    private readonly zones: IcsZones,
  ) {
    const title = plainText(this.all('SUMMARY')[0]?.value ?? '').trim();
    this.title = cut(normalizeText(title) ?? 'Untitled', 200);
  }

  read(): IcsEvent {
    const { component } = this;
    const texts = this.broken(() => this.texts());
    const { start, end, allDay, inDays } = this.span();
    const recurrenceId = this.times('RECURRENCE-ID').map(inDays)[0] ?? null;
    const { uid, details } = texts;
    // In the order in which digests have been made of it.
    const event = {
      ...{ line: component.line, uid, recurrenceId },
      isForFuture: this.all('RECURRENCE-ID')[0]?.params.RANGE?.toUpperCase() === 'THISANDFUTURE',
      sequence: Number(this.text('SEQUENCE')) || 0,
      lastModified: this.text('LAST-MODIFIED') ?? this.text('DTSTAMP') ?? '',
      modified: this.text('LAST-MODIFIED'),
      status: statusOf(this.text('STATUS')),
      ...{ details, allDay, start },
      duration: durationOf(start, end, this.duration()),
      rules: this.all('RRULE').flatMap(({ value }) => value.trim() || []),
      rdates: this.times('RDATE').map(inDays),
      exdates: this.times('EXDATE').map(inDays),
      hasExceptionRule: this.all('EXRULE').some(({ value }) => value.trim()),
    };
    return { ...event, notes: this.toldOf(start) };
  }

  private texts(): Pick<IcsEvent, 'uid' | 'details'> {
    if (!this.component.isClosed)
      throw new BrokenComponentError('not_closed', 'the event has no end', 'END:VEVENT');
    const description = this.text('DESCRIPTION', 'several lines');
    const location = this.text('LOCATION') ?? '';
    const title = this.text('SUMMARY') ?? 'Untitled';
    for (const [name, text, most] of [
      ['title', title, 200],
      ['location', location, 200],
      ['description', description ?? '', 8000],
    ] as const)
      if (text.length > most)
        this.note(
          'text_cut',
          `${text.slice(0, 40)}…`,
          `its ${name} is longer than ${most} characters and was cut`,
        );
    return {
      uid: cut(this.text('UID') ?? hash('sha256', this.component.text, 'base64url'), 400),
      details: {
        title: cut(title, 200),
        description: description && toParagraphs(cut(description, 8000)),
        location: cut(location, 200) || null,
        tags: tagsOf(this.all('CATEGORIES')),
      },
    };
  }

  private all(wanted: string): IcsProperty[] {
    return this.component.properties.filter(({ name }) => name === wanted);
  }

  private text(name: string, lines?: Lines): string | null {
    return readText(this.all(name)[0]?.value ?? '', lines);
  }

  /** One that cannot be read costs itself, never the event. */
  private times(name: 'RECURRENCE-ID' | 'RDATE' | 'EXDATE' | 'DTEND'): IcsTime[] {
    return this.all(name).flatMap((property) =>
      listOf(property.value)
        .filter(Boolean)
        .flatMap((value) => {
          try {
            return this.time(value.split('/')[0]!, property);
          } catch (error) {
            if (!(error instanceof BrokenComponentError)) throw error;
            this.note(error.code, value, `${error.message}: ${WITHOUT[name]}`);
            return [];
          }
        }),
    );
  }

  private time(value: string, property: IcsProperty): IcsTime {
    return readTime(value, property, this.zones, (tzid, { doubt }) => {
      if (doubt) this.doubts.set(tzid, doubt);
    });
  }

  /** Outlook writes whole days as from midnight to midnight. */
  private span(): Span {
    const start = this.broken(() => {
      const [given] = this.all('DTSTART');
      if (!given?.value.trim())
        throw new BrokenComponentError('missing_field', 'it does not say when it begins', 'DTSTART');
      return this.time(listOf(given.value)[0]!, given);
    });
    const end = this.times('DTEND')[0];
    const asIs = { start, end, allDay: start.wall.length === 10, inDays: (time: IcsTime) => time };
    const isFlagged = ALL_DAY.some((name) => /^(true|1)$/i.test(this.text(name) ?? ''));
    return asIs.allDay || !isFlagged ? asIs : (this.wholeDays(start, end) ?? asIs);
  }

  private wholeDays(start: IcsTime, end: IcsTime | undefined): Span | null {
    const minutes = durationOf(start, end, this.duration()) || DAY_MINUTES;
    const days = Math.max(Math.round(minutes / DAY_MINUTES), 1);
    const isMidnight = start.wall.endsWith('T00:00');
    // Up to an hour is gone or won by a change of the clocks.
    if (!isMidnight && Math.abs(days * DAY_MINUTES - minutes) > 60) return null;
    const zone = isMidnight ? start.zone : this.zones.floating.zone;
    const inDays = (time: IcsTime): IcsTime => {
      if (time.wall.length === 10) return time;
      const wall = isMidnight && time.rules ? time.wall : onWallOf(zone, time);
      return { wall: Temporal.PlainDateTime.from(wall).add({ hours: 12 }).toPlainDate().toString(), zone };
    };
    const first = inDays(start);
    const after = Temporal.PlainDate.from(first.wall).add({ days }).toString();
    return { start: first, end: { wall: after, zone }, allDay: true, inDays };
  }

  private duration(): number {
    const given = this.all('DURATION')[0]?.value.trim();
    const minutes = given ? durationMinutes(given) : 0;
    if (minutes === null)
      this.note('bad_duration', given!, `its length "${given}" is none: ${WITHOUT.DTEND}`);
    return minutes ?? 0;
  }

  private note(code: string, value: string, message: string): void {
    const isThere = this.notes.some((note) => note.code === code && note.value === value);
    if (!isThere) this.notes.push({ code, value, message });
  }

  private toldOf(start: IcsTime): EventNote[] {
    const { unread } = this.component;
    if (unread) this.note('unreadable_line', unread.text, 'a line of it was not understood and is left out');
    const name = nameOf(this.title, start);
    return [
      ...[...this.doubts].map(([tzid, doubt]) => ({
        code: 'unknown_time_zone',
        value: tzid,
        message: `${name}: ${doubt}. Look whether that is right, else choose a zone with a city's name ${IMPORT_AGAIN}`,
      })),
      ...this.notes.map((note) => ({
        ...note,
        message: `${name}: ${note.message}. Look at it here, or put it right ${IMPORT_AGAIN}`,
      })),
    ];
  }

  /** What costs the event says which one. */
  private broken<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof BrokenComponentError)) throw error;
      const when = plainText(this.all('DTSTART')[0]?.value ?? '').trim();
      const day = /^\d{4}-?\d\d-?\d\d/.exec(when)?.[0];
      const message = `"${this.title}"${day && error.code !== 'bad_time' ? ` of ${day}` : ''} is left out: ${error.message}. Put it right ${IMPORT_AGAIN}`;
      throw new BrokenComponentError(error.code, message, error.value);
    }
  }
}

/** What becomes of an event without a time that was not understood. */
const WITHOUT = {
  DTEND: 'it has the length of one that says no end',
  EXDATE: 'a date that should be left out may be there',
  RDATE: 'that date is left out',
  'RECURRENCE-ID': 'it is taken as an event of its own, and the occurrence that it changes is there as well',
};

const ALL_DAY = ['X-MICROSOFT-CDO-ALLDAYEVENT', 'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT', 'X-FUNAMBOL-ALLDAY'];
const DAY_MINUTES = 24 * 60;

/** @throws BrokenComponentError */
function readText(value: string, lines?: Lines): string | null {
  const text = normalizeText(plainText(value), lines);
  if (text !== null && !isStreamSafe(text))
    throw new BrokenComponentError(
      'too_many_marks',
      'a letter has more than 30 combining marks',
      text.slice(0, 40),
    );
  return text;
}

function statusOf(text: string | null): IcsEvent['status'] {
  const status = text?.toLowerCase();
  if (status === 'canceled' || status === 'cancelled') return 'cancelled';
  return status === 'tentative' ? status : 'confirmed';
}

function tagsOf(categories: IcsProperty[]): string[] {
  const tags = categories.flatMap(({ value }) => listOf(value).flatMap((tag) => readText(tag) ?? []));
  const distinct = Map.groupBy(tags, (tag) => tag.toLowerCase());
  return [...distinct.values()].slice(0, 20).map(([tag]) => cut(tag!, 50));
}

const YEAR_OF_MINUTES = 366 * DAY_MINUTES;

/**
 * A missing end is the duration (minutes), else one day, or no time at all; an end before the start is a missing one.
 */
function durationOf(start: IcsTime, end: IcsTime | undefined, minutes: number): number {
  if (start.wall.length === 10) {
    const until = end && Temporal.PlainDate.from(end.wall.slice(0, 10));
    const days = until
      ? Temporal.PlainDate.from(start.wall).until(until).days
      : Math.ceil(minutes / DAY_MINUTES);
    return Math.min(Math.max(days, 1), 366);
  }
  const elapsed = end ? (momentOf(end).getTime() - momentOf(start).getTime()) / 60_000 : minutes;
  return Math.min(Math.max(Math.round(elapsed), 0), YEAR_OF_MINUTES);
}

const cut = (text: string, most: number): string =>
  text.length <= most ? text : [...text].slice(0, most).join('');
