import { isAddressedTo, VIEWER } from '../../../policy/audience.js';
import { isOrganizationVisible } from '../../../policy/organization-access.js';
import type { SchoolFeature } from '../../../policy/school-feature.js';
import type { NotificationTarget, UnavailableReason } from '../alert.js';

/** The target of a notification. */
export interface Target {
  /** Whether the school has it turned on comes before the item itself. */
  feature?: SchoolFeature;
  /** Path of the operation that reads it, below the prefix of the API. */
  path: (schoolId: string, id: string) => string;
  /**
   * SQL (with VIEWER) of at most one row for a row `n` of `notifications`, by the conditions of the item's own reads: its
   * organization, and why the viewer may not read it (an UnavailableReason), null when they may.
   */
  availability: string;
}

export const ofSchool =
  (items: string): Target['path'] =>
  (schoolId, id) =>
    `/schools/${schoolId}/${items}/${id}`;

export const ofRoot =
  (items: string): Target['path'] =>
  (_, id) =>
    `/${items}/${id}`;

/** A notification of another kind may have a target without a uuid: nothing is made of it. */
export const idOf = (type: NotificationTarget): string =>
  `(case when n.target_type = '${type}' then split_part(n.target_id, '_', 1) end)::uuid`;

export const isTarget = (type: NotificationTarget): string =>
  `item.school_id = n.school_id and item.id = ${idOf(type)}`;

/** SQL of why it is hidden. An unknown truth, as of an item without an organization, hides. */
export const reasonWhenHidden = (visible: string, reason: UnavailableReason): string =>
  `case when ${visible} then null else '${reason}' end`;

/** SQL of why an item with an end is hidden: a reader who may not see it learns that it is over only if it is for them. */
export const reasonWhenHiddenOrOver = (
  visible: string,
  end: string,
): string => `case when ${visible} then null
    when item.${end} <= ${VIEWER.now}::timestamptz and ${isAddressedTo('item', VIEWER)} then 'expired'
    else 'not_visible' end`;

/** SQL of the reason of a row that has a `deleted_at`. */
export const whenNotDeleted = (reason: string): string =>
  `case when item.deleted_at is not null then 'deleted' else ${reason} end`;

export const ORGANIZATION: Target = {
  path: ofRoot('organizations'),
  availability: `
  select item.id as organization_id,
    ${reasonWhenHidden(isOrganizationVisible('item', VIEWER.admin), 'not_visible')} as hidden
  from organizations item where ${isTarget('organization')}`,
};

export const STUDENT: Target = {
  path: ofRoot('students'),
  availability: `
  select null::uuid as organization_id, ${reasonWhenHidden('item.archived_at is null', 'not_visible')} as hidden
  from students item where ${isTarget('student')}`,
};
