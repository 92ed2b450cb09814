import { hash } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { isStreamSafe, normalizeText, type Lines } from '../../platform/text/normalize.js';
import { listOf, plainText, type IcsComponent, type IcsProperty } from './ics-components.js';
import { descriptionOf, shortened } from './ics-description.js';
import { IMPORT_AGAIN, nameOf, NO_DAY, type EventNote, type IcsEvent } from './ics-event.js';
import type { IcsMethod } from './ics-methods.js';
import { BrokenComponentError, durationMinutes, onWallOf, readTime, type IcsTime } from './ics-times.js';
import { DAY_MINUTES, durationOf, readText, statusOf, tagsOf, tooManyMarks } from './ics-values.js';
import type { IcsZones } from './ics-zones.js';

/** The file around an event. */
export interface EventContext {
  zones: IcsZones;
  method: IcsMethod | null;
  /** A number for each VCALENDAR of the file. */
  calendar: number;
  /** Its calendar is about one UID alone. */
  isMessage: boolean;
}

/** @throws BrokenComponentError naming the event */
export function readEvent(component: IcsComponent, context: EventContext): IcsEvent {
  return new EventReader(component, context).read();
}

/** When an event takes place. */
interface Span {
  start: IcsTime;
  end: IcsTime | undefined;
  allDay: boolean;
  /** Converts the other times of a series: to days where it lasts whole ones. */
  inDays: (time: IcsTime) => IcsTime;
}

class EventReader {
  private readonly notes: EventNote[] = [];
  private readonly doubts = new Map<string, string>();
  private readonly title: string;

  constructor(
    private readonly component: IcsComponent,
    private readonly context: EventContext,
  ) {
    const title = plainText(this.all('SUMMARY')[0]?.value ?? '').trim();
    this.title = shortened(normalizeText(title) ?? 'Untitled', 200);
  }

  read(): IcsEvent {
    const { component } = this;
    const texts = this.broken(() => this.texts());
    const status = this.status();
    const { start, end, allDay, inDays } = this.span(status === 'cancelled');
    const recurrenceId = this.times('RECURRENCE-ID').map(inDays)[0] ?? null;
    const { uid, details } = texts;
    // In the order in which digests have been made of it.
    const event = {
      ...{ line: component.line, uid, recurrenceId },
      isForFuture: this.all('RECURRENCE-ID')[0]?.params.RANGE?.toUpperCase() === 'THISANDFUTURE',
      sequence: Number(this.text('SEQUENCE')) || 0,
      lastModified: this.text('LAST-MODIFIED') ?? this.text('DTSTAMP') ?? '',
      modified: this.text('LAST-MODIFIED'),
      status,
      ...{ details, allDay, start },
      duration: durationOf(start, end, this.duration()),
      rules: this.all('RRULE').flatMap(({ value }) => value.trim() || []),
      rdates: this.times('RDATE').map(inDays),
      exdates: this.times('EXDATE').map(inDays),
      hasExceptionRule: this.all('EXRULE').some(({ value }) => value.trim()),
    };
    const said = {
      calendar: this.context.calendar,
      hasTitle: this.text('SUMMARY') !== null,
      hasStart: this.all('DTSTART').length > 0,
      isCancellation: this.context.isMessage && this.context.method?.name === 'CANCEL',
    };
    return { ...event, notes: this.toldOf(start), said };
  }

  /** Its own, where it says one; else what is to be done with it. */
  private status(): IcsEvent['status'] {
    const own = statusOf(this.text('STATUS'));
    const { method } = this.context;
    if (method?.name !== 'CANCEL') return own ?? 'confirmed';
    if (own && own !== 'cancelled' && !method.isAmongEvents)
      this.note(
        'status_kept',
        'METHOD:CANCEL',
        `it is kept: its STATUS says so, though the file calls it off`,
      );
    if (own === null && method.isAmongEvents)
      this.note('called_off', 'METHOD:CANCEL', 'it is called off by the METHOD beside it, and has no STATUS');
    return own ?? 'cancelled';
  }

  private texts(): Pick<IcsEvent, 'uid' | 'details'> {
    if (!this.component.isClosed)
      throw new BrokenComponentError('not_closed', 'the event has no end', 'END:VEVENT');
    const location = this.text('LOCATION') ?? '';
    const title = this.text('SUMMARY') ?? 'Untitled';
    for (const [name, text] of [
      ['title', title],
      ['location', location],
    ] as const)
      if (text.length > 200) this.noteCut(name, text, 200);
    for (const name of ['SUMMARY', 'LOCATION', 'DESCRIPTION']) this.noteRepeated(name);
    return {
      uid: shortened(this.text('UID') ?? hash('sha256', this.component.text, 'base64url'), 400),
      details: {
        title: shortened(title, 200),
        description: this.description(),
        location: shortened(location, 200) || null,
        tags: tagsOf(this.all('CATEGORIES')),
      },
    };
  }

  private description(): string | null {
    const { html, cut, dropped } = descriptionOf(this.component.properties);
    const text = html ?? '';
    if (!isStreamSafe(text)) throw tooManyMarks(text);
    if (cut) this.noteCut('description', cut.begins, cut.most);
    if (dropped !== null)
      this.note(
        'text_differs',
        dropped,
        'its formatted description says something else than the plain one, and is left out',
      );
    return html;
  }

  private noteCut(name: string, text: string, most: number): void {
    const message = `its ${name} is longer than ${most} characters and was cut`;
    this.note('text_cut', `${text.slice(0, 40)}…`, message);
  }

  /** The first counts. */
  private noteRepeated(name: string): void {
    const [first, ...others] = this.all(name);
    for (const { value, line } of others)
      if (value.trim() !== first!.value.trim())
        this.note(
          'repeated_text',
          `${value.slice(0, 40)}`,
          `it has a second ${name}, which is left out`,
          line,
        );
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
    return readTime(value, property, this.context.zones, (tzid, { doubt }) => {
      if (doubt) this.doubts.set(tzid, doubt);
    });
  }

  /** Outlook writes whole days as from midnight to midnight. */
  private span(isCancelled: boolean): Span {
    const start = this.broken(() => {
      const [given] = this.all('DTSTART');
      if (!given && isCancelled)
        return this.times('RECURRENCE-ID')[0] ?? { wall: NO_DAY, ...this.context.zones.floating };
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
    const zone = isMidnight ? start.zone : this.context.zones.floating.zone;
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

  private note(code: string, value: string, message: string, line?: number): void {
    const isThere = this.notes.some((note) => note.code === code && note.value === value);
    if (!isThere) this.notes.push({ code, value, message, ...(line !== undefined && { line }) });
  }

  private toldOf(start: IcsTime): EventNote[] {
    for (const { text, line } of this.component.unread)
      this.note('unreadable_line', text, 'a line of it was not understood and is left out', line);
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

  /** Adds the event to an error for which it is left out. */
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

/** The outcome for an event without a time that was not understood. */
const WITHOUT = {
  DTEND: 'it has the length of one that says no end',
  EXDATE: 'a date that should be left out may be there',
  RDATE: 'that date is left out',
  'RECURRENCE-ID': 'it is taken as an event of its own, and the occurrence that it changes is there as well',
};

const ALL_DAY = ['X-MICROSOFT-CDO-ALLDAYEVENT', 'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT', 'X-FUNAMBOL-ALLDAY'];
