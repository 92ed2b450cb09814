import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { NOTHING_FOUND } from '../../platform/import-report.js';
import { icsCalendars, type IcsComponent, type IcsFile } from './ics-components.js';
import { readEvent } from './event-reader.js';
import { IMPORT_AGAIN, type IcsEvent } from './ics-event.js';
import { isRepeated } from './ics-inputs.js';
import { methodsOf, type IcsMethod } from './ics-methods.js';
import { BrokenComponentError } from './ics-times.js';
import { IcsZones } from './ics-zones.js';

export type AddIssue = (
  list: 'warnings' | 'errors',
  line: number,
  code: string,
  message: string,
  value: string | null,
) => void;

interface Reading {
  /** IANA name. */
  schoolZone: string;
  /** YYYY-MM-DD */
  today: string;
  addIssue: AddIssue;
}

/** A calendar file as it was read. */
export interface ReadCalendar {
  events: IcsEvent[];
  /** UIDs of events that are broken. */
  brokenUids: Set<string>;
  /** Null where the file may be taken for the whole calendar, as a sentence why not otherwise. */
  isPart: string | null;
}

/**
 * The events of all the calendars in a file. One that is broken is told and left out.
 * @throws CommandRefusedError when it names no calendar
 */
export function readCalendar(text: string, reading: Reading): ReadCalendar {
  const calendars = icsCalendars(text);
  const components = calendars.flatMap((calendar) => calendar.components);
  if (components.length === 0 && !/BEGIN:/i.test(text))
    throw new CommandRefusedError('The file is not a calendar.');
  if (!components.some(isEvent)) {
    const message = 'The file has no event: export the calendar once more, with its events.';
    reading.addIssue('warnings', 0, NOTHING_FOUND, message, 'VEVENT');
  }
  const zones = components.filter(({ name }) => name === 'VTIMEZONE');
  const broken: IcsComponent[] = [];
  const events = calendars.flatMap((calendar, number) =>
    eventsOf(calendar, { ...reading, zones, number, broken }),
  );
  const brokenUids = new Set(broken.flatMap((component) => uidOf(component) ?? []));
  return { events, brokenUids, isPart: partOf(calendars, events, broken) };
}

/** Why a file is not all of a calendar; null where it may be. */
function partOf(calendars: IcsFile[], events: IcsEvent[], broken: IcsComponent[]): string | null {
  if (events.length === 0) return 'no event of it could be read';
  if (!calendars.every(({ isClosed }) => isClosed)) return 'it has no END:VCALENDAR, and may be cut off';
  const methods = calendars.flatMap((calendar) => calendar.methods.map(({ name }) => name));
  const message = methods.find((name) => name !== 'PUBLISH');
  if (message !== undefined) return `it is a message about events (METHOD:${message}), and not a calendar`;
  const isUnknown = broken.some((component) => !uidOf(component));
  return isUnknown ? 'an event of it that could not be read has no UID' : null;
}

const isEvent = ({ name }: IcsComponent): boolean => name === 'VEVENT';

const uidOf = ({ properties }: IcsComponent): string | undefined =>
  properties.find(({ name }) => name === 'UID')?.value.trim();

/** `zones`: those of the other calendars, too; the last of a name counts. */
type InFile = Reading & { zones: IcsComponent[]; number: number; broken: IcsComponent[] };

function eventsOf(calendar: IcsFile, { schoolZone, today, addIssue, ...file }: InFile): IcsEvent[] {
  const components = [...file.zones, ...calendar.components];
  const zones = new IcsZones({ ...calendar, components }, schoolZone, today);
  const { unknownZone } = zones;
  if (unknownZone) {
    const message = `The time zone of the calendar is not known: times without one are read as those of ${zones.floating.zone}. Look whether they are right.`;
    addIssue('warnings', unknownZone.line, 'unknown_time_zone', message, unknownZone.value);
  }
  const events = calendar.components.filter(isEvent);
  const methods = methodsOf(events, calendar.methods);
  const isMessage = new Set(events.map(uidOf)).size === 1;
  return events.flatMap((component, at) => {
    const method = methods[at] ?? null;
    try {
      assertNoAnswer(component, method);
      const event = readEvent(component, { zones, method, calendar: file.number, isMessage });
      // An event that is added to a series carries no other mark of it than its start.
      const isAdded = method?.name === 'ADD' && !event.recurrenceId && !isRepeated(event);
      return [isAdded ? { ...event, recurrenceId: event.start } : event];
    } catch (error) {
      if (!(error instanceof BrokenComponentError)) throw error;
      addIssue('errors', component.line, error.code, error.message, error.value);
      file.broken.push(component);
      return [];
    }
  });
}

/** RFC 5546 section 3.2: what those who were invited send back. */
const ANSWERS = ['REPLY', 'REFRESH', 'COUNTER', 'DECLINECOUNTER'];

/** @throws BrokenComponentError */
function assertNoAnswer({ properties }: IcsComponent, method: IcsMethod | null): void {
  if (!method || !ANSWERS.includes(method.name)) return;
  if (!properties.some(({ name }) => name === 'ATTENDEE')) return;
  const title =
    properties
      .find(({ name }) => name === 'SUMMARY')
      ?.value.trim()
      .slice(0, 200) || 'Untitled';
  const message = `"${title}" is left out: it is the answer of somebody who was invited (METHOD:${method.name}). Export the event itself ${IMPORT_AGAIN}`;
  throw new BrokenComponentError('an_answer', message, method.name);
}
