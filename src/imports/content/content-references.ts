import type { ValidationFailedError } from '../../platform/errors/app-error.js';
import type { ImportResult } from '../../features/publishing/item.importer.js';
import { countInto } from '../../platform/import-report.js';
import type { z } from 'zod';
import type { audienceSchema } from './organization.schema.js';
import type { Entry } from './check-content.js';
import { reject, type ContentRun } from './content-run.js';

/** Ids of what items refer to, by the names that a content file has for them. */
export interface Named {
  categories: Map<string, string>;
  organizations: Map<string, string>;
}

/** An item with what it refers to by name. */
export interface Referring {
  key: string;
  send_alert?: boolean | null | undefined;
  category?: string | null | undefined;
  organization?: string | null | undefined;
  audience?: z.output<typeof audienceSchema> | null | undefined;
}

/** Those that refer to what is there; any other is rejected. */
export const known = <T extends Referring>(
  run: ContentRun,
  part: string,
  entries: Entry<T>[],
  named: Named,
): Entry<T>[] =>
  entries.filter(({ value, line }) => {
    const unknown = unknownReference(value, named);
    if (unknown) reject(run, line, { ...unknown, message: `${part}: ${unknown.message}` });
    return !unknown;
  });

function unknownReference(
  { category, organization, audience }: Referring,
  { categories, organizations }: Named,
): { code: string; value: string; message: string } | null {
  if (category && !categories.has(category))
    return { code: 'unknown_category', value: category, message: 'the school has no such category' };
  const missing = [organization, ...(audience?.organizations ?? [])].find(
    (shortName) => shortName && !organizations.has(shortName),
  );
  if (!missing) return null;
  return { code: 'unknown_organization', value: missing, message: 'the school has no such organization' };
}

/** Input of an entry, as a request would have it. */
export function inputOf<T extends Referring>(
  { key: _key, send_alert: _sendAlert, category, organization, audience, ...rest }: T,
  named: Named,
) {
  return {
    ...rest,
    ...reference('category_id', category, named.categories),
    ...reference('organization_id', organization, named.organizations),
    ...(audience !== undefined && { audience: audience && addressees(audience, named) }),
  };
}

const reference = <K extends string>(field: K, name: string | null | undefined, ids: Map<string, string>) =>
  (name === undefined ? {} : { [field]: name && ids.get(name) }) as { [F in K]?: string | null };

const addressees = (
  { organizations = [], ...audience }: NonNullable<Referring['audience']>,
  named: Named,
) => ({
  ...audience,
  organization_ids: organizations.map((shortName) => named.organizations.get(shortName)!),
});

/** Adds the results of an import to the report. */
export function reportResults(
  run: ContentRun,
  part: string,
  entries: Entry<Referring>[],
  { counts, refused, deleted }: ImportResult,
): void {
  countInto(run.report, part, counts);
  for (const { value, line } of entries) {
    if (deleted.has(value.key)) warnOfDeletion(run, part, { key: value.key, line });
    const error = refused.get(value.key);
    if (!error) continue;
    const message = `${part}: ${messageOf(error)}`;
    reject(run, line, { code: error.details.reason ?? 'not_valid', value: value.key, message });
  }
}

function warnOfDeletion(
  { report, content }: ContentRun,
  part: string,
  { key, line }: { key: string; line: number },
): void {
  const message = `${part}: somebody has deleted it since, so nobody sees it. Give it another key to publish it again.`;
  report.warnings.push({ file: content.file, line, code: 'deleted_since', value: key, message });
}

const messageOf = ({ details, message }: ValidationFailedError): string =>
  details.fields?.[0]?.message ?? message;
