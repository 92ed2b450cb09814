import { randomUUID } from 'node:crypto';
import type { WriteContext } from '../../platform/auth/write-context.js';
import { storedRichText } from '../../platform/rich-text/rich-text.js';
import type { OrganizationChanges, OrganizationInput } from './organization.dto.js';
import type { Organization } from './organization.entity.js';
import type { OrganizationColumns } from './organizations.repository.js';

/** @throws ValidationFailedError for a description that is too long */
export function newOrganization(
  { kind, name, short_name: shortName, description = null, season = null }: OrganizationInput,
  { member: { schoolId }, now }: WriteContext,
): Organization {
  const id = randomUUID();
  return {
    ...{ id, schoolId, kind, name, shortName, season },
    description: storedRichText('description', description),
    ...{ category: null, website: null, meetingInfo: null },
    ...{ source: 'api', sourceId: id, sourceDigest: null },
    ...{ archivedAt: null, createdAt: now, updatedAt: now },
  };
}

/**
 * The columns that a change names, as they are stored.
 * @throws ValidationFailedError for a description that is too long
 */
export const changedColumns = (
  { name, season, archived, description, website, meeting_info }: OrganizationChanges,
  isArchived: boolean,
  now: Date,
): OrganizationColumns => ({
  ...(name !== undefined && { name }),
  ...(season !== undefined && { season }),
  ...(archived !== undefined && archived !== isArchived && { archivedAt: archived ? now : null }),
  ...(description !== undefined && { description: storedRichText('description', description) }),
  ...(website !== undefined && { website }),
  ...(meeting_info !== undefined && { meetingInfo: meeting_info }),
});

/** Whether a change names what an admin alone may change (contract section 15). */
export const isOfAdmins = ({ name, season, archived }: OrganizationChanges): boolean =>
  [name, season, archived].some((given) => given !== undefined);

/** Says that the organization was archived or is there again, where `archivedAt` was changed. */
export const presenceOf = (
  id: string,
  archivedAt: Date | null | undefined,
): { ids?: Record<string, string[]> } =>
  archivedAt === undefined ? {} : { ids: { [archivedAt ? 'left' : 'returned']: [id] } };
