import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import type { IcsComponent, IcsFile, IcsProperty } from './ics-components.js';
import { WINDOWS_TEXTS, WINDOWS_ZONES } from './windows-zones.js';

/** A zone that was guessed; the message is for people. */
export interface ZoneNote {
  line: number;
  code: 'unknown_time_zone';
  /** As the file has it. */
  value: string;
  message: string;
}

/** IANA names for the zones that a calendar file speaks of (contract section 7, rule 11). */
export class IcsZones {
  private readonly defined: Map<string, IcsComponent>;
  private readonly found = new Map<string, string | null>();
  /** Of times that name none. */
  readonly floating: string;
  /** One of each name, where it was first read. */
  readonly notes: ZoneNote[] = [];

  /** @param schoolZone IANA name */
  constructor(
    file: IcsFile,
    private readonly schoolZone: string,
  ) {
    const zones = file.components.filter(({ name }) => name === 'VTIMEZONE');
    this.defined = new Map(zones.map((zone) => [valueOf(zone, 'TZID') ?? '', zone]));
    this.floating = this.zoneOfCalendar(file.properties) ?? schoolZone;
  }

  /**
   * An IANA name, or an offset where no zone has it; null when nobody knows the zone.
   * @param line where it is read
   */
  zoneOf(tzid: string, line: number): string | null {
    const known = this.found.get(tzid);
    if (known !== undefined) return known;
    const zone = this.find(tzid, line);
    this.found.set(tzid, zone);
    return zone;
  }

  private zoneOfCalendar(properties: IcsProperty[]): string | null {
    const told = properties.find(({ name }) => name === 'X-WR-TIMEZONE');
    const value = told?.value.trim();
    if (!told || !value) return null;
    const zone = this.zoneOf(value, told.line);
    if (!zone)
      this.note(told.line, value, 'the time zone of the calendar is not known: that of the school is used');
    return zone;
  }

  private note(line: number, value: string, message: string): void {
    this.notes.push({ line, code: 'unknown_time_zone', value, message });
  }

  private find(tzid: string, line: number): string | null {
    const definition = this.defined.get(tzid);
    return (
      named(tzid) ??
      named((definition && valueOf(definition, 'X-LIC-LOCATION')) ?? '') ??
      (definition ? this.alike(definition) : null) ??
      this.fromOffset(tzid, line)
    );
  }

  /** The zone whose clocks go as those of the definition do: that of the school before any other. */
  private alike(definition: IcsComponent): string | null {
    try {
      const zone = new ICAL.Timezone(new ICAL.Component(ICAL.parse(definition.text) as unknown[]));
      const years = [2000, 2012, 2020, 2026];
      const clocks = years.flatMap((year) => [1, 4, 7, 10].map((month) => ({ year, month })));
      const offsets = clocks.map(({ year, month }) =>
        zone.utcOffset(ICAL.Time.fromData({ year, month, day: 15 })),
      );
      const isAlike = (name: string, latest: number): boolean =>
        clocks.every(({ year, month }, at) => year < latest || offsetAt(name, year, month) === offsets[at]);
      const names = [this.schoolZone, 'UTC', ...Intl.supportedValuesOf('timeZone'), ...FIXED];
      return (
        [0, 2020].reduce<string | null>(
          (found, latest) => found ?? names.find((name) => isAlike(name, latest)) ?? null,
          null,
        ) ?? fixed(offsets)
      );
    } catch {
      return null;
    }
  }

  /**
   * `(GMT+01:00) Amsterdam, Berlin`: a city that is known or what Windows calls the zone, else the school's zone where
   * it fits, else the offset.
   */
  private fromOffset(text: string, line: number): string | null {
    const [, sign, hours, minutes = '00'] = /(?:GMT|UTC)\s*([+-])\s*(\d{1,2}):?(\d\d)?/i.exec(text) ?? [];
    if (!sign) return null;
    const seconds = (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
    const hasOffset = (name: string): boolean =>
      Math.min(offsetAt(name, 2026, 1), offsetAt(name, 2026, 7)) === seconds;
    const [, label = ''] = /\)(.*)$/.exec(text) ?? [];
    const all = Intl.supportedValuesOf('timeZone');
    const said =
      all.find((name) => isOfCity(name, label) && hasOffset(name)) ??
      windowsZones(label).find((name) => everHas(name, seconds));
    const zone = said ?? [this.schoolZone, 'UTC', ...FIXED, ...all].find(hasOffset) ?? null;
    if (zone && !said && label.trim()) {
      this.note(line, text, `the time zone is not known: its offset alone was taken, as that of ${zone}`);
    }
    return zone;
  }
}

const isOfCity = (name: string, label: string): boolean =>
  label.split(',').some((city) => city.trim().replaceAll(' ', '_') === name.split('/').at(-1));

/** `Eastern Time (US & Canada)`, `Newfoundland`, `Alaska`: the zones that such a text may be of. */
function windowsZones(label: string): string[] {
  const words = label.split(/[,;]/).map((part) => part.trim().toLowerCase());
  const names = words.map((text) => {
    const short = text.replace(/\s+time(?: \((?:us & )?canada\))?$/, '');
    return WINDOWS_TEXTS[text] ?? `${short} standard time`;
  });
  return names.flatMap((name) => WINDOWS_ZONES[name] ?? []);
}

/** In summer too, and before its country changed it. */
const everHas = (zone: string, seconds: number): boolean =>
  [2012, 2026].some((year) => [1, 7].some((month) => offsetAt(zone, year, month) === seconds));

/** An offset such as -07:41, where it is always the same. */
function fixed([first, ...others]: number[]): string | null {
  if (first === undefined || others.some((offset) => offset !== first)) return null;
  const minutes = Math.round(Math.abs(first) / 60);
  const part = (value: number): string => String(Math.trunc(value)).padStart(2, '0');
  return `${first < 0 ? '-' : '+'}${part(minutes / 60)}:${part(minutes % 60)}`;
}

/** Etc/GMT-14 is fourteen hours before Greenwich. */
const FIXED = Array.from({ length: 27 }, (_, at) => `Etc/GMT${at < 12 ? '+' : '-'}${Math.abs(12 - at)}`);

const valueOf = ({ properties }: IcsComponent, wanted: string): string | undefined =>
  properties.find(({ name }) => name === wanted)?.value.trim();

const offsetAt = (zone: string, year: number, month: number): number =>
  Temporal.PlainDate.from({ year, month, day: 15 }).toZonedDateTime(zone).offsetNanoseconds / 1e9;

/** An IANA name, alone or at the end of a path such as `/mozilla.org/20050126_1/Europe/Berlin`, or a Windows name. */
function named(text: string): string | null {
  const plain = text.replaceAll('"', '').trim();
  const windows = WINDOWS_ZONES[plain.toLowerCase()];
  const parts = plain.split('/');
  const ends = parts.map((_, at) => parts.slice(at).join('/'));
  for (const name of windows ? [windows] : ends.filter((end) => /^[A-Za-z]/.test(end))) {
    try {
      return Temporal.PlainDate.from('2000-01-01').toZonedDateTime(name).timeZoneId;
    } catch {
      continue;
    }
  }
  return null;
}
