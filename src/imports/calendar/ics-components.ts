/** One property of a component, as it is written (RFC 5545 section 3.1). */
export interface IcsProperty {
  name: string;
  /** By name in capital letters; quotes are taken off. */
  params: Record<string, string>;
  value: string;
  /** On which it begins. */
  line: number;
}

export interface IcsComponent {
  name: 'VEVENT' | 'VTIMEZONE';
  /** On which it begins. */
  line: number;
  /** Its own, not those of alarms and the like inside of it. */
  properties: IcsProperty[];
  /** Those of what is right inside of it: an alarm, a summer time. */
  parts: { name: string; properties: IcsProperty[] }[];
  /** Unfolded, what is inside of it included. */
  text: string;
  /** It says where it ends. */
  isClosed: boolean;
  /** The first of its lines that is no property. */
  unread: { text: string; line: number } | null;
}

export interface IcsFile {
  components: IcsComponent[];
  /** Of the calendar itself. */
  properties: IcsProperty[];
}

interface ContentLine {
  text: string;
  line: number;
}

/** Whatever ends its lines; what is not readable costs the line, never the file. */
export function icsComponents(text: string): IcsFile {
  const components: IcsComponent[] = [];
  const properties: IcsProperty[] = [];
  let open: IcsComponent | null = null;
  let inner = 0;
  for (const { text: content, line } of unfolded(text)) {
    const property = readProperty(content, line);
    const begins = property?.name === 'BEGIN' ? property.value.trim().toUpperCase() : null;
    const ends = property?.name === 'END' ? property.value.trim().toUpperCase() : null;
    if (begins === 'VEVENT' || begins === 'VTIMEZONE') {
      open = { name: begins, line, properties: [], parts: [], text: '', isClosed: false, unread: null };
      inner = 0;
      components.push(open);
    }
    if (!open) {
      if (property) properties.push(property);
      continue;
    }
    open.text += `${content}\r\n`;
    if (ends === open.name || ends === 'VCALENDAR') {
      open.isClosed = ends === open.name;
      open = null;
    } else if (begins) {
      if (begins === open.name) continue;
      if (inner === 0) open.parts.push({ name: begins, properties: [] });
      inner += 1;
    } else if (ends) inner -= 1;
    else if (inner > 1) continue;
    else if (property) (inner === 1 ? open.parts.at(-1)! : open).properties.push(property);
    else if (inner === 0) open.unread ??= { text: content.slice(0, 100), line };
  }
  return { components, properties };
}

function unfolded(text: string): ContentLine[] {
  const lines: ContentLine[] = [];
  for (const [at, physical] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const last = lines.at(-1);
    if (/^[ \t]/.test(physical) && last) last.text += physical.slice(1);
    else if (physical.trim()) lines.push({ text: physical, line: at + 1 });
  }
  return lines;
}

const VALUE = '(?:"[^"]*"|[^";:,])*';
// Bounded: each character of a line has 1 place in it.
const LINE = new RegExp(`^([A-Za-z0-9-]+)((?:;[^=;:]+=${VALUE}(?:,${VALUE})*)*):(.*)$`, 's');
/** Zones are named with colons, commas and semicolons that nobody has quoted: what says when begins with a year. */
// Bounded: 20,000 characters (MAX_TIMES).
const TIMES = /^(DTSTART|DTEND|DUE|RECURRENCE-ID|EXDATE|RDATE)\s*(;.*?)?\s*:\s*(\d{4}-?\d\d-?\d\d.*)$/is;
/** Characters; a list of a thousand dates is shorter. */
const MAX_TIMES = 20_000;
const PARAM = /;\s*([A-Za-z0-9-]+)\s*=((?:"[^"]*"|(?!;\s*[A-Za-z0-9-]+\s*=)[^"])*)/g;

function readProperty(text: string, line: number): IcsProperty | null {
  const times = text.length <= MAX_TIMES ? TIMES.exec(text) : null;
  const [, name, given, value] = times ?? LINE.exec(text) ?? [];
  if (name === undefined || value === undefined) return null;
  const params = [...(given ?? '').matchAll(PARAM)].map(
    ([, param, said]) => [param!.toUpperCase(), plainText(said!.replaceAll('"', '')).trim()] as const,
  );
  return { name: name.toUpperCase(), params: Object.fromEntries(params), value, line };
}

/** RFC 5545 section 3.3.11. */
export const plainText = (value: string): string =>
  value.replace(/\\(.)/gs, (_, escaped: string) => (escaped.toLowerCase() === 'n' ? '\n' : escaped));

/** The values of a list; a comma that is escaped belongs to its value. */
export const listOf = (value: string): string[] =>
  value.split(/(?<!\\),/).map((one) => plainText(one).trim());
