import { Temporal } from 'temporal-polyfill';
import { plainText, type IcsComponent, type IcsFile } from './ics-components.js';
import { type FoundZone, type ZoneNames, ZoneRules } from './ics-times.js';
import { WINDOWS_TEXTS, WINDOWS_ZONES } from './windows-zones.js';

/** Zones that a calendar file speaks of (contract section 7, rule 11). */
export class IcsZones implements ZoneNames {
  private readonly defined: Map<string, IcsComponent>;
  private readonly found = new Map<string, FoundZone>();
  /** Zone of times that name none. */
  readonly floating: FoundZone;
  /** The calendar's zone, where it is not known. */
  readonly unknownZone: { line: number; value: string } | null = null;

  /**
   * @param schoolZone IANA name
   * @param today YYYY-MM-DD; zones are compared in the years around it
   */
  constructor(
    file: IcsFile,
    private readonly schoolZone: string,
    private readonly today: string,
  ) {
    const zones = file.components.filter(({ name }) => name === 'VTIMEZONE');
    this.defined = new Map(zones.map((zone) => [keyOf(valueOf(zone, 'TZID') ?? ''), zone]));
    const told = file.properties.find(({ name }) => name === 'X-WR-TIMEZONE');
    const value = plainText(told?.value ?? '').trim();
    const zone = value ? this.find(value) : null;
    this.floating = zone ?? { zone: schoolZone };
    if (told && value && (!zone || zone.doubt)) this.unknownZone = { line: told.line, value };
  }

  /** One that nobody knows is that of the calendar, or of the school. */
  zoneOf(tzid: string): FoundZone {
    const known = this.found.get(tzid);
    if (known) return known;
    const zone = this.find(tzid) ?? { ...this.floating, doubt: this.doubt(tzid) };
    this.found.set(tzid, zone);
    return zone;
  }

  private doubt(tzid: string): string {
    const is = this.defined.has(keyOf(tzid))
      ? 'is defined in the file in a way that cannot be followed'
      : 'is not known';
    return `the time zone "${tzid}" ${is}, so its time is read as that of ${this.floating.zone}`;
  }

  private find(tzid: string): FoundZone | null {
    const definition = this.defined.get(keyOf(tzid));
    const isShort = /^[A-Z]{2,5}$/i.test(tzid) && !/^(utc|gmt)$/i.test(tzid);
    // EST is New York's in a file that gives it a summer time.
    const zone = definition && isShort ? null : named(tzid);
    if (zone) return { zone };
    const rules = definition && ZoneRules.of(definition);
    if (rules) return this.alike(rules, valueOf(definition, 'X-LIC-LOCATION') ?? '');
    const shown = named(tzid) ?? windowsZones(tzid)[0];
    return shown ? { zone: shown } : this.fromOffset(tzid);
  }

  /** With the zone whose clocks go as the rules have it in these years: that of the school before any other. */
  private alike(rules: ZoneRules, location: string): FoundZone {
    const first = Date.UTC(Number(this.today.slice(0, 4)) - 1, 0, 1);
    const days = Array.from({ length: WEEKS }, (_, at) => first + at * WEEK_MS);
    const isAlike = (name: string): boolean =>
      days.every((day) => offsetOf(name, day) * 1000 === rules.offsetAt(day));
    const likely = named(location);
    const names = [
      ...(likely ? [likely] : []),
      this.schoolZone,
      'UTC',
      ...Intl.supportedValuesOf('timeZone'),
    ];
    return { zone: [...names, ...FIXED].find(isAlike) ?? 'UTC', rules };
  }

  /**
   * `(GMT+01:00) Amsterdam, Berlin`: a city that is known or what Windows calls the zone, else the school's zone where
   * it fits, else the offset.
   */
  private fromOffset(text: string): FoundZone | null {
    const [, sign, hours, minutes = '00'] =
      /(?:GMT|UTC)\s*([+-])\s*(\d{1,2}):?(\d\d)?/i.exec(text) ?? /^([+-])(\d\d):?(\d\d)$/.exec(text) ?? [];
    if (!sign) return null;
    const seconds = (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
    const hasOffset = (name: string): boolean =>
      Math.min(offsetAt(name, 2026, 1), offsetAt(name, 2026, 7)) === seconds;
    const bracket = text.indexOf(')');
    const label = bracket < 0 ? '' : text.slice(bracket + 1);
    const all = Intl.supportedValuesOf('timeZone');
    const said =
      all.find((name) => isOfCity(name, label) && hasOffset(name)) ??
      windowsZones(label).find((name) => everHas(name, seconds));
    if (said) return { zone: said };
    if (!label.trim()) return { zone: FIXED.find(hasOffset) ?? 'UTC', rules: ZoneRules.fixed(seconds) };
    const zone = [this.schoolZone, 'UTC', ...FIXED, ...all].find(hasOffset);
    if (!zone) return null;
    const shown = zone.startsWith('Etc/') ? `UTC${sign}${hours}:${minutes}` : zone;
    const doubt = `of the time zone "${text}" the offset alone is understood, so its time is read as that of ${shown}`;
    return { zone, doubt };
  }
}

const WEEK_MS = 7 * 86_400_000;
/** Weeks of four years. */
const WEEKS = 209;

/** Some escape in the name of a zone what they do not where it is used, or the other way round. */
const keyOf = (tzid: string): string =>
  plainText(tzid)
    .replace(/["\s]+/g, ' ')
    .trim()
    .toLowerCase();

const isOfCity = (name: string, label: string): boolean =>
  label.split(',').some((city) => city.trim().replaceAll(' ', '_') === name.split('/').at(-1));

/** `Eastern Time (US & Canada)`, `Newfoundland`, `Alaska`: the zones that such a text may be of. */
function windowsZones(label: string): string[] {
  const words = label.split(/[,;]/).map((part) => part.trim().toLowerCase());
  const names = words.map((text) => {
    const short = text.replace(/\stime(?: \((?:us & )?canada\))?$/, '').trimEnd();
    return WINDOWS_TEXTS[text] ?? `${short} standard time`;
  });
  return names.flatMap((name) => WINDOWS_ZONES[name] ?? []);
}

/** In summer too, and before its country changed it. */
const everHas = (zone: string, seconds: number): boolean =>
  [2012, 2026].some((year) => [1, 7].some((month) => offsetAt(zone, year, month) === seconds));

/** Etc/GMT-14 is fourteen hours before Greenwich. */
const FIXED = Array.from({ length: 27 }, (_, at) => `Etc/GMT${at < 12 ? '+' : '-'}${Math.abs(12 - at)}`);

const valueOf = ({ properties }: IcsComponent, wanted: string): string | undefined =>
  plainText(properties.find(({ name }) => name === wanted)?.value ?? '').trim() || undefined;

/** Seconds. */
const offsetAt = (zone: string, year: number, month: number): number =>
  Temporal.PlainDate.from({ year, month, day: 15 }).toZonedDateTime(zone).offsetNanoseconds / 1e9;

const offsetOf = (zone: string, instant: number): number =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).offsetNanoseconds / 1e9;

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
