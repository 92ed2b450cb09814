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
  /** Its lines that are no property, and no part of a text. */
  unread: { text: string; line: number }[];
}

/** A METHOD of the calendar (RFC 5546): there are programs that write one for each event. */
export interface PlacedMethod {
  /** In capital letters. */
  name: string;
  /** How many events of the calendar stand before it. */
  after: number;
}

/** A VCALENDAR: a file may have several. */
export interface IcsFile {
  components: IcsComponent[];
  /** Properties of the calendar itself. */
  properties: IcsProperty[];
  methods: PlacedMethod[];
  /** It says where it ends: one that does not may be cut off. */
  isClosed: boolean;
}

interface ContentLine {
  text: string;
  line: number;
  /** Behind an empty line. */
  isApart: boolean;
}

/** Whatever ends its lines; what is not readable costs the line, never the file. */
export function icsCalendars(text: string): IcsFile[] {
  const reader = new CalendarReader();
  for (const content of unfolded(text)) reader.read(content);
  return reader.calendars;
}

class CalendarReader {
  readonly calendars: IcsFile[] = [];
  private open: IcsComponent | null = null;
  private inner = 0;
  /** The property before; with a long text a line that is no property goes on. */
  private last: IcsProperty | null = null;
  /** Whether the name of that property is written in capital letters. */
  private isCapital = true;

  read(content: ContentLine): void {
    const property = readProperty(content.text, content.line);
    if (this.isMoreText(content, property)) return;
    const begins = property?.name === 'BEGIN' ? property.value.trim().toUpperCase() : null;
    const ends = property?.name === 'END' ? property.value.trim().toUpperCase() : null;
    if (begins === 'VCALENDAR') this.open = null;
    if (begins === 'VCALENDAR' || this.calendars.length === 0)
      this.calendars.push({ components: [], properties: [], methods: [], isClosed: false });
    if (ends === 'VCALENDAR') this.calendar.isClosed = true;
    if (begins === 'VEVENT' || begins === 'VTIMEZONE') this.begin(begins, content.line);
    if (this.open) this.readInside(this.open, content, { property, begins, ends });
    else if (property) this.readOutside(property);
    if (!property) return;
    this.last = property;
    this.isCapital = content.text.startsWith(property.name);
  }

  /** Adds the line to the text before it, where it is more of that: `Teacher: Kim`. */
  private isMoreText({ text, isApart }: ContentLine, property: IcsProperty | null): boolean {
    const { open, last } = this;
    if (!open || this.inner > 0 || !last || !LONG.has(last.name)) return false;
    if (property && !this.isWords(text, property)) return false;
    open.text += `${text}\r\n`;
    last.value += `${isApart ? '\\n' : ''}\\n${text}`;
    return true;
  }

  /** Whether it has the form of a property, and is not one of any program. */
  private isWords(text: string, { name, value }: IcsProperty): boolean {
    if (name === 'BEGIN' || name === 'END') return !COMPONENT.test(value.trim());
    if (this.isCapital && !text.startsWith(name)) return true;
    if (NAMES.has(name) || name.startsWith('X-')) return false;
    return value.startsWith(' ') && (!HEADINGS.has(name) || LONG.has(this.last?.name ?? ''));
  }

  /** Whether nobody knows it, and it may be of the text before. */
  private isUnknown(text: string, property: IcsProperty): boolean {
    const { name } = property;
    if (NAMES.has(name) || HEADINGS.has(name) || name.startsWith('X-')) return false;
    return this.isWords(text, property) || TEXTS.has(this.last?.name ?? '');
  }

  private get calendar(): IcsFile {
    return this.calendars.at(-1)!;
  }

  private begin(name: IcsComponent['name'], line: number): void {
    this.open = { name, line, properties: [], parts: [], text: '', isClosed: false, unread: [] };
    this.inner = 0;
    this.calendar.components.push(this.open);
  }

  private readOutside(property: IcsProperty): void {
    const { components, properties, methods } = this.calendar;
    properties.push(property);
    if (property.name !== 'METHOD') return;
    const after = components.filter(({ name }) => name === 'VEVENT').length;
    methods.push({ name: property.value.trim().toUpperCase(), after });
  }

  private readInside(
    open: IcsComponent,
    { text, line }: ContentLine,
    { property, begins, ends }: Read,
  ): void {
    open.text += `${text}\r\n`;
    if (ends === open.name || ends === 'VCALENDAR') {
      open.isClosed = ends === open.name;
      this.open = null;
    } else if (begins) {
      if (begins === open.name) return;
      if (this.inner === 0) open.parts.push({ name: begins, properties: [] });
      this.inner += 1;
    } else if (ends) this.inner -= 1;
    else if (this.inner > 1) return;
    else if (property && this.inner === 0 && open.name === 'VEVENT' && this.isUnknown(text, property))
      open.unread.push({ text: text.slice(0, 100), line });
    else if (property) (this.inner === 1 ? open.parts.at(-1)! : open).properties.push(property);
    else if (this.inner === 0) open.unread.push({ text: text.slice(0, 100), line });
  }
}

interface Read {
  property: IcsProperty | null;
  begins: string | null;
  ends: string | null;
}

/** Properties whose text some programs write with its line breaks as they are. */
const LONG = new Set(['DESCRIPTION', 'COMMENT', 'X-ALT-DESC', 'STYLED-DESCRIPTION']);
const TEXTS = new Set([...LONG, 'SUMMARY', 'LOCATION']);
/** Properties of events (RFC 5545 section 3.8, RFC 7986, RFC 9073, RFC 9074, RFC 9253). */
const NAMES = new Set([
  ...[
    'ACKNOWLEDGED',
    'ATTACH',
    'ATTENDEE',
    'CALENDAR-ADDRESS',
    'CATEGORIES',
    'CONCEPT',
    'CREATED',
    'DESCRIPTION',
  ],
  ...[
    'DTEND',
    'DTSTAMP',
    'DTSTART',
    'DUE',
    'DURATION',
    'EXDATE',
    'EXRULE',
    'GEO',
    'LAST-MODIFIED',
    'LOCATION',
  ],
  ...[
    'LOCATION-TYPE',
    'METHOD',
    'ORGANIZER',
    'PARTICIPANT-TYPE',
    'PERCENT-COMPLETE',
    'RDATE',
    'RECURRENCE-ID',
  ],
  ...['REFID', 'RELATED-TO', 'REQUEST-STATUS', 'RESOURCE-TYPE', 'RRULE', 'SEQUENCE', 'STATUS'],
  ...['STRUCTURED-DATA', 'STYLED-DESCRIPTION', 'SUMMARY', 'TRANSP', 'UID'],
]);
/** Properties that people also write as headings of their own: `CONTACT: the office`. */
const HEADINGS = new Set([
  ...['CLASS', 'COLOR', 'COMMENT', 'CONFERENCE', 'CONTACT', 'IMAGE', 'LINK', 'NAME', 'PRIORITY', 'RESOURCES'],
  ...['SOURCE', 'URL'],
]);
const COMPONENT = /^(?:V[A-Z]+|STANDARD|DAYLIGHT|PARTICIPANT|AVAILABLE|X-[A-Z0-9-]+)$/i;

function unfolded(text: string): ContentLine[] {
  const lines: ContentLine[] = [];
  let isApart = false;
  for (const [at, physical] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const last = lines.at(-1);
    const isEmpty = !physical.trim();
    if (/^[ \t]/.test(physical) && last) last.text += physical.slice(1);
    else if (!isEmpty) lines.push({ text: physical, line: at + 1, isApart });
    isApart = isEmpty;
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
