import { eventSchema, seriesSchema, type EventEntry, type SeriesEntry } from './calendar.schema.js';
import type { z } from 'zod';
import type { ImportIssue } from '../../platform/import-report.js';
import {
  categorySchema,
  contentFileSchema,
  guardianSchema,
  memberSchema,
  schoolDetailsSchema,
  staffSchema,
  studentSchema,
  type CategoryEntry,
  type GuardianEntry,
  type MemberEntry,
  type SchoolDetailsEntry,
  type StaffEntry,
  type StudentEntry,
} from './content-file.schema.js';
import { describeIssue, displayValue, messageFor, nameOf } from './content-issues.js';
import { ContentRefusedError } from './parse-content-text.js';
import { nameKey, personKey } from './match-people.js';
import {
  type DocumentEntry,
  documentSchema,
  type MenuEntryInput,
  menuSchema,
  type NoticeEntry,
  noticeSchema,
  type SignupEntry,
  signupSchema,
} from './publication.schema.js';
import { organizationSchema, type OrganizationEntry } from './organization.schema.js';
import { type PollEntry, pollSchema, type SlipEntry, slipSchema } from './slip.schema.js';
import type { ContentPath, RawContent } from './parse-content-text.js';

/** An entry that may be taken, and where it stands. */
export interface Entry<T> {
  value: T;
  line: number;
}

/** The entries of a content file that can be imported, and the faults of the others. */
export interface CheckedContent {
  file: string;
  schoolDetails: Entry<SchoolDetailsEntry>[];
  categories: Entry<CategoryEntry>[];
  students: Entry<StudentEntry>[];
  members: Entry<MemberEntry>[];
  staff: Entry<StaffEntry>[];
  menus: Entry<MenuEntryInput>[];
  organizations: Entry<OrganizationEntry>[];
  events: Entry<EventEntry>[];
  series: Entry<SeriesEntry>[];
  notices: Entry<NoticeEntry>[];
  documents: Entry<DocumentEntry>[];
  polls: Entry<PollEntry>[];
  signups: Entry<SignupEntry>[];
  slips: Entry<SlipEntry>[];
  errors: ImportIssue[];
}

/**
 * Takes a content file entry by entry: one that is wrong is reported, and never stops the others.
 * @throws ContentRefusedError when the file as a whole is not what it should be
 */
export function checkContent(raw: RawContent, file: string): CheckedContent {
  if (typeof raw.value !== 'object' || raw.value === null || Array.isArray(raw.value)) {
    throw new ContentRefusedError(
      'A content file should be an object with students, members, staff and so on.',
    );
  }
  const check = new ContentCheck(raw, raw.value as Record<string, unknown>, file);
  check.keys();
  return {
    file,
    schoolDetails: check.single('school_details', schoolDetailsSchema),
    categories: check.list('categories', categorySchema, { name: ({ name }) => name }),
    students: check.list('students', studentSchema, { source_id: ({ source_id }) => source_id }),
    members: check.list('members', memberSchema, { email: ({ email }) => email }),
    staff: check.list('staff', staffSchema, PERSON),
    menus: check.list('menus', menuSchema, {
      'date and meal_type': ({ date, meal_type }) => `${date} ${meal_type}`,
    }),
    organizations: check.list('organizations', organizationSchema, {
      short_name: ({ short_name }) => short_name,
    }),
    events: check.list('events', eventSchema, { key: ({ key }) => key }),
    series: check.list('series', seriesSchema, { key: ({ key }) => key }),
    notices: check.list('notices', noticeSchema, { key: ({ key }) => key }),
    documents: check.list('documents', documentSchema, { key: ({ key }) => key }),
    polls: check.list('polls', pollSchema, { key: ({ key }) => key }),
    signups: check.list('signups', signupSchema, { key: ({ key }) => key }),
    slips: check.list('permission_slips', slipSchema, { key: ({ key }) => key }),
    errors: check.errors,
  };
}

type Part = Exclude<keyof typeof contentFileSchema.shape, '$schema'>;

/** The natural key of a list's entries: its name, and the function that makes it. */
type NaturalKey<T> = Record<string, (entry: T) => string>;

const PERSON = { 'email or name': personKey };

/** Two may have one mailbox. Namesakes are two where each has an email of their own. */
function guardianKey(guardians: unknown[]): NaturalKey<GuardianEntry> {
  const valid = guardians.flatMap((one) => guardianSchema.safeParse(one).data ?? []);
  const withoutEmail = new Set(valid.filter(({ email }) => !email).map(nameKey));
  const keyOf = (guardian: GuardianEntry): string => {
    if (guardian.source_id) return `id ${guardian.source_id}`;
    const name = nameKey(guardian);
    return withoutEmail.has(name) ? name : `${name} ${guardian.email}`;
  };
  return { 'source_id or name': keyOf };
}

class ContentCheck {
  readonly errors: ImportIssue[] = [];

  constructor(
    private readonly raw: RawContent,
    private readonly parts: Record<string, unknown>,
    private readonly file: string,
  ) {}

  keys(): void {
    const known = Object.keys(contentFileSchema.shape);
    for (const key of Object.keys(this.parts)) {
      if (!known.includes(key))
        this.errors.push({
          ...this.issue([key], 'unknown_key', this.misspelt(key, known)),
          value: key.slice(0, 40),
        });
    }
  }

  single<T>(part: Part, schema: z.ZodType<T>): Entry<T>[] {
    const value = this.parts[part];
    return value === undefined || value === null ? [] : this.entry(schema, value, [part]);
  }

  list<T>(part: Part, schema: z.ZodType<T>, naturalKey: NaturalKey<T>): Entry<T>[] {
    const list = this.parts[part] ?? [];
    if (!Array.isArray(list)) {
      this.errors.push({ ...this.issue([part], 'wrong_type', `${part}: expected a list`), value: part });
      return [];
    }
    return this.distinct(list, schema, [part], naturalKey);
  }

  /** The good entries of a list, the first of those that have the same key. */
  private distinct<T>(
    list: unknown[],
    schema: z.ZodType<T>,
    path: ContentPath,
    naturalKey: NaturalKey<T>,
  ): Entry<T>[] {
    const [[keyName, keyOf]] = Object.entries(naturalKey) as [[string, (entry: T) => string]];
    const lines = new Map<string, number>();
    return list.flatMap((value: unknown, at) => {
      const place = [...path, at];
      const entries = this.entry(schema, value, place);
      return entries.filter((entry) => {
        const first = lines.get(keyOf(entry.value));
        lines.set(keyOf(entry.value), first ?? entry.line);
        if (first === undefined) return true;
        const message = `${nameOf(place)}: the ${keyName} is that of an entry before${first ? `, on line ${first}` : ''}`;
        const isPersonal = /email|name/.test(keyName);
        const key = keyOf(entry.value);
        const shown = isPersonal ? displayValue(keyName, key) : key.slice(0, 80);
        this.errors.push({ ...this.issue(place, 'duplicate', message), value: shown || null });
        return false;
      });
    });
  }

  /** One entry, or none when it is wrong. */
  private entry<T>(schema: z.ZodType<T>, value: unknown, path: ContentPath): Entry<T>[] {
    const given = path[0] === 'students' && path.length === 2 ? this.withoutBadGuardians(value, path) : value;
    const first = schema.safeParse(given, { error: messageFor });
    const entry = first.success ? given : this.asWritten(given, first.error.issues, path);
    const result = entry === given ? first : schema.safeParse(entry, { error: messageFor });
    if (result.success) return [{ value: result.data, line: this.raw.lineOf(path) }];
    for (const issue of result.error.issues) {
      const line = this.raw.lineOf([...path, ...(issue.path as ContentPath)]);
      this.errors.push({ file: this.file, line, ...describeIssue(issue, entry, path) });
    }
    return [];
  }

  /** A guardian that is wrong, or named twice, does not cost the student the others. */
  private withoutBadGuardians(student: unknown, path: ContentPath): unknown {
    const guardians = (student as { guardians?: unknown } | null)?.guardians;
    if (!Array.isArray(guardians)) return student;
    const good = this.distinct(guardians, guardianSchema, [...path, 'guardians'], guardianKey(guardians));
    return { ...(student as object), guardians: good.map(({ value }) => value) };
  }

  /** Where a text is wanted and YAML saw a number or a boolean, the letters that stand in the file. */
  private asWritten(value: unknown, issues: z.core.$ZodIssue[], path: ContentPath): unknown {
    const texts = issues.flatMap((issue) => {
      const wanted = issue.code === 'invalid_type' && issue.expected === 'string' && issue.path.length > 0;
      const text = wanted ? this.raw.writtenAs([...path, ...(issue.path as ContentPath)]) : null;
      return text === null ? [] : [{ path: issue.path as ContentPath, text }];
    });
    if (texts.length === 0) return value;
    const copy = structuredClone(value);
    for (const { path: inside, text } of texts) setAt(copy, inside, text);
    return copy;
  }

  private issue(path: ContentPath, code: string, message: string): ImportIssue {
    return { file: this.file, line: this.raw.lineOf(path), code, value: null, message };
  }

  private misspelt(key: string, known: string[]): string {
    const nearest = nearestName(key, known);
    const name = key.length <= 40 ? key : `${key.slice(0, 40)}…`;
    return nearest
      ? `${name}: there is no such part; did you mean ${nearest}?`
      : `${name}: there is no such part`;
  }
}

function setAt(value: unknown, path: ContentPath, text: string): void {
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], value);
  (parent as Record<string, unknown>)[path.at(-1)!] = text;
}

/** The name that was probably meant: at most a third of its letters are wrong. */
function nearestName(given: string, names: readonly string[]): string | null {
  const ranked = names
    .map((name) => ({ name, distance: editDistance(given.toLowerCase(), name) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best && best.distance <= Math.max(2, best.name.length / 3) ? best.name : null;
}

/** Letters to insert, remove or replace (Levenshtein); only the first hundred count. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [line, letter] of [...from.slice(0, 100)].entries()) {
    const next = [line + 1];
    for (const [at, other] of [...to].entries()) {
      next.push(Math.min(next[at]! + 1, row[at + 1]! + 1, row[at]! + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1)!;
}
