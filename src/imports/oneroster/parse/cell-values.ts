import type { IssueLog, SourceLocation } from '../issue-log.js';
import { trimmedEnd } from '../../../platform/text/trimmed-end.js';

/** Values that systems write where they have none. */
const NOTHING = /^(null|n\/?a|none|-+)$/i;

/** For contact data and ids; not for names: there are people called Null. */
export const orNothing = (cell: string): string => (NOTHING.test(cell) ? '' : cell);

/** `a,b`, also with semicolons, quotation marks or brackets around. */
export function idList(cell: string): string[] {
  const ids = cell
    .split(/[,;|]/)
    .map((id) => trimmedEnd(id.replace(/^[\s"'[{]+/, ''), /[\s"'\]}]/))
    .filter((id) => orNothing(id) !== '');
  return [...new Set(ids)];
}

/** A missing `enabledUser` means enabled, and so does a word that is not known. */
export function isDisabled(cell: string, place: SourceLocation, log: IssueLog): boolean {
  if (/^(false|f|0|no|n|disabled|inactive|off|locked|suspended)$/i.test(cell)) return true;
  if (!/^(|true|t|1|yes|y|enabled|active|on)$/i.test(cell))
    log.warn(
      place,
      'unknown_enabled',
      cell,
      'Whether the user is enabled should be true or false; they were taken as enabled. Write false for who has left.',
    );
  return false;
}

export const isTrue = (cell: string): boolean => /^(true|t|1|yes|y|primary)$/i.test(cell);

/** True unless the status says that the row is deleted: an odd word must not take a child off the roster. */
export function isActive(status: string, place: SourceLocation, log: IssueLog): boolean {
  if (status === '' || /^active$/i.test(status)) return true;
  if (/^(to\s*be\s*deleted|inactive|deleted)$/i.test(status)) return false;
  log.warn(
    place,
    'unknown_status',
    status,
    'The status should be active or tobedeleted; the row was taken as active.',
  );
  return true;
}

/** `YYYY-MM-DD` of an ISO date or date-time, or of `9/5/2018`; null for nothing, or for what is reported as no date. */
export function dateCell(cell: string, place: SourceLocation, log: IssueLog): string | null {
  if (orNothing(cell) === '') return null;
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/.exec(cell);
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?!\d)/.exec(cell);
  const date = iso
    ? calendarDate(iso[1]!, iso[2]!, iso[3]!)
    : american && calendarDate(american[3]!, american[1]!, american[2]!);
  if (!date)
    log.warn(
      place,
      'invalid_date',
      cell,
      'This is not a date such as 2026-09-05 or 9/5/2026; it was left out.',
    );
  return date;
}

function calendarDate(year: string, month: string, day: string): string | null {
  const full = year.length === 2 ? `20${year}` : year;
  const date = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date) ? date : null;
}
