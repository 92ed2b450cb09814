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
  /** Unfolded, what is inside of it included. */
  text: string;
  /** It says where it ends. */
  isClosed: boolean;
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
      open = { name: begins, line, properties: [], text: '', isClosed: false };
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
    } else if (begins) inner += begins === open.name ? 0 : 1;
    else if (ends) inner -= 1;
    else if (inner === 0 && property) open.properties.push(property);
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

/** Of the names of zones; the one colon that is found in a value without quotes. */
const OFFSET = String.raw`\((?:GMT|UTC)\s?[+-]\d{1,2}:\d\d\)`;
const VALUE = `(?:"[^"]*"|(?:${OFFSET}|[^";:,])*)`;
const LINE = new RegExp(`^([A-Za-z0-9-]+)((?:;[^=;:]+=${VALUE}(?:,${VALUE})*)*):(.*)$`, 's');
const PARAM = new RegExp(`;([^=;:]+)=((?:"[^"]*"|${OFFSET}|[^";:])*)`, 'g');

function readProperty(text: string, line: number): IcsProperty | null {
  const [, name, given, value] = LINE.exec(text) ?? [];
  if (name === undefined || value === undefined) return null;
  const params = [...(given ?? '').matchAll(PARAM)].map(
    ([, param, said]) => [param!.trim().toUpperCase(), said!.replaceAll('"', '').trim()] as const,
  );
  return { name: name.toUpperCase(), params: Object.fromEntries(params), value, line };
}

/** RFC 5545 section 3.3.11. */
export const plainText = (value: string): string =>
  value.replace(/\\(.)/gs, (_, escaped: string) => (escaped.toLowerCase() === 'n' ? '\n' : escaped));

/** The values of a list; a comma that is escaped belongs to its value. */
export const listOf = (value: string): string[] =>
  value.split(/(?<!\\),/).map((one) => plainText(one).trim());
