import { isDeepStrictEqual } from 'node:util';
import { invalidField } from '../../platform/errors/app-error.js';
import { storedRichText } from '../../platform/rich-text/rich-text.js';
import type { SchoolDetailsInput } from './school-details.dto.js';
import type { SchoolDetails } from './school-details.entity.js';

/** The id by which the API knows the details of a school. */
export const SCHOOL_DETAILS_ID = 'school-details';

/**
 * The details as they are after a change; the same ones where it changes nothing.
 * @throws ValidationFailedError there are none yet, and they have no title
 */
export function changedDetails(
  present: SchoolDetails | null,
  { title, description }: SchoolDetailsInput,
  { schoolId, now }: { schoolId: string; now: Date },
): SchoolDetails {
  const next = {
    schoolId,
    title: title ?? present?.title,
    description:
      description === undefined ? (present?.description ?? null) : storedRichText('description', description),
  };
  if (!next.title) throw invalidField('title', 'a school without details needs a title');
  const details = { ...next, title: next.title, updatedAt: now };
  return present && isDeepStrictEqual(details, { ...present, updatedAt: now }) ? present : details;
}
