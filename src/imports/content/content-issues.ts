import type { z } from 'zod';
import type { ImportIssue } from '../../platform/import-report.js';
import type { ContentPath } from './parse-content-text.js';

/** Fields that say nothing about how to reach a person; only their values are repeated in a report. */
const SHOWN_FIELDS = new Set([
  'address_visible',
  'all_day',
  'answer_per',
  'archived',
  'arrival_at',
  'capacity',
  'category',
  'claim_per',
  'claimant_visibility',
  'closes_at',
  'color',
  'date',
  'deactivated',
  'department',
  'duration_minutes',
  'end_date',
  'ends_at',
  'event_type',
  'expires_at',
  'grade',
  'graduation_year',
  'home_away',
  'key',
  'kind',
  'local_start',
  'meal_type',
  'opens_at',
  'organization',
  'primary',
  'profile_visibility',
  'relation',
  'results_visibility',
  'revoked',
  'role',
  'room',
  'rrule',
  'season',
  'send_alert',
  'short_name',
  'source_id',
  'start_date',
  'starts_at',
  'time_zone',
  'type',
  'visible_until',
  'website',
  'withdraw_until',
]);

const CODES: Partial<Record<z.core.$ZodIssue['code'], string>> = {
  invalid_type: 'wrong_type',
  invalid_value: 'unknown_value',
  invalid_format: 'bad_format',
  too_small: 'out_of_range',
  too_big: 'out_of_range',
};

const KINDS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** For whoever writes the file, where the field does not say itself what it wants. */
export const messageFor: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return 'is missing';
  if (issue.code === 'invalid_type') return `should be ${KINDS[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return `should be one of ${issue.values.join(', ')}`;
  if (issue.code === 'too_small') return `should ${bound(issue.origin, `${issue.minimum} or more`)}`;
  if (issue.code === 'too_big') return `should ${bound(issue.origin, `up to ${issue.maximum}`)}`;
  if (issue.code === 'unrecognized_keys') return `there is no ${issue.keys.join(', ')}`;
  return undefined;
};

function bound(origin: string, range: string): string {
  if (origin === 'string') return range === '1 or more' ? 'not be empty' : `have ${range} characters`;
  return origin === 'array' ? `have ${range} entries` : `be ${range}`;
}

/** The report's text about one fault of an entry. `value` never holds contact data. */
export function describeIssue(
  issue: z.core.$ZodIssue,
  entry: unknown,
  path: ContentPath,
): Omit<ImportIssue, 'file' | 'line'> {
  const inside = issue.path as ContentPath;
  const found = valueAt(entry, inside);
  const code = codeOf(issue, found);
  const missing = [...path, ...inside].findLast((step) => typeof step === 'string') ?? null;
  return {
    code,
    value: displayValue(inside.at(-1), found) || (code === 'missing_field' ? String(missing) : null),
    message: `${nameOf([...path, ...inside])}: ${issue.message}`,
  };
}

function codeOf(issue: z.core.$ZodIssue, found: unknown): string {
  if (found === undefined || (issue.code === 'too_small' && issue.origin === 'string'))
    return 'missing_field';
  if (issue.code === 'custom') return (issue.params?.code as string | undefined) ?? 'bad_format';
  return CODES[issue.code] ?? 'not_valid';
}

/** @returns the value if it may be repeated, else the empty text */
export function displayValue(field: string | number | undefined, value: unknown): string {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return '';
  const text = String(value).slice(0, 80);
  if (typeof field !== 'string' || !SHOWN_FIELDS.has(field) || text.includes('@')) return '';
  const isTold = field === 'source_id' || /^\d{4}-\d\d-\d\d(T|$)/.test(text);
  return !isTold && /\d([\s().-]*\d){6}/.test(text) ? '' : text;
}

/** `students[3].guardians[0].relation` */
export const nameOf = (path: ContentPath): string =>
  path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at > 0 ? `.${step}` : step)).join('');

function valueAt(value: unknown, path: ContentPath): unknown {
  return path.reduce<unknown>(
    (inner, step) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[step] : undefined,
    value,
  );
}
