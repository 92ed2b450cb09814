import { isAddressedTo, VIEWER } from '../../policy/audience.js';
import { isOrganizationThere } from '../../policy/organization-access.js';
import type { SchoolFeature } from '../../policy/school-feature.js';
import type { NotificationTarget } from './alert.js';
import { isEventVisible, isEventThere } from '../../policy/event-visibility.js';
import { isDocumentVisible } from '../../policy/document-visibility.js';
import { isNoticeVisible } from '../../policy/notice-visibility.js';
import { isPollVisible } from '../../policy/poll-visibility.js';
import { isSignupVisible } from '../../policy/signup-visibility.js';
import { isSlipVisible } from '../../policy/slip-visibility.js';
import type { UnavailableReason } from './alert.js';

/** What a notification can lead to. */
export interface Target {
  /** Whether the school has it turned on comes before the item itself. */
  feature?: SchoolFeature;
  /** Of the operation that reads it, below the prefix of the API. */
  path: (schoolId: string, id: string) => string;
  /**
   * SQL (with VIEWER) of at most one row for a row `n` of `notifications`, by the conditions of the item's own reads: its
   * organization, and why the viewer may not read it (an UnavailableReason), null when they may. None while there are
   * no such items.
   */
  standing?: string;
}

const ofSchool =
  (items: string): Target['path'] =>
  (schoolId, id) =>
    `/schools/${schoolId}/${items}/${id}`;

const ofRoot =
  (items: string): Target['path'] =>
  (_, id) =>
    `/${items}/${id}`;

/** A notification of another kind may have a target without a uuid: nothing is made of it. */
const idOf = (type: NotificationTarget): string =>
  `(case when n.target_type = '${type}' then split_part(n.target_id, '_', 1) end)::uuid`;

const isTarget = (type: NotificationTarget): string =>
  `item.school_id = n.school_id and item.id = ${idOf(type)}`;

/** SQL of why it is hidden. An unknown truth, as of an item without an organization, hides. */
const unless = (shown: string, reason: UnavailableReason): string =>
  `case when ${shown} then null else '${reason}' end`;

/** Whoever may not read it learns that it is over only if it is for them. */
const NOTICE = `
  select item.organization_id, case when ${isNoticeVisible('item', VIEWER)} then null
    when item.expires_at <= ${VIEWER.now}::timestamptz and ${isAddressedTo('item', VIEWER)} then 'expired'
    else 'not_visible' end as hidden
  from notices item where ${isTarget('notice')}`;

const DOCUMENT = `
  select item.organization_id, ${unless(isDocumentVisible('item', VIEWER), 'not_visible')} as hidden
  from documents item where ${isTarget('document')}`;

/** One that is closed can be read as before. */
const POLL = `
  select item.organization_id, ${unless(isPollVisible('item', VIEWER), 'not_visible')} as hidden
  from polls item where ${isTarget('poll')}`;

/** Closed, it can be read until it is gone. */
const SIGNUP = `
  select item.organization_id, case when ${isSignupVisible('item', VIEWER)} then null
    when item.visible_until <= ${VIEWER.now}::timestamptz and ${isAddressedTo('item', VIEWER)} then 'expired'
    else 'not_visible' end as hidden
  from signups item where ${isTarget('signup')}`;

/** What is called off stays in the table for the sake of calendar apps: to readers it is deleted. */
const EVENT = `
  select item.organization_id, case when ${isEventVisible('item', VIEWER)}
    then ${unless(isEventThere('item', VIEWER.now), 'deleted')} else 'not_visible' end as hidden
  from events item where item.school_id = n.school_id and (
    item.series_id is null and item.id = ${idOf('event')}
    or item.series_id = ${idOf('event')} and item.original_start = split_part(n.target_id, '_', 2))`;

/** As with sign-ups. */
const PERMISSION_SLIP = `
  select item.organization_id, case when ${isSlipVisible('item', VIEWER)} then null
    when item.visible_until <= ${VIEWER.now}::timestamptz and ${isAddressedTo('item', VIEWER)} then 'expired'
    else 'not_visible' end as hidden
  from permission_slips item where ${isTarget('permission_slip')}`;

const ORGANIZATION = `
  select item.id as organization_id,
    ${unless(isOrganizationThere('item', VIEWER.admin), 'not_visible')} as hidden
  from organizations item where ${isTarget('organization')}`;

const STUDENT = `
  select null::uuid as organization_id, ${unless('item.archived_at is null', 'not_visible')} as hidden
  from students item where ${isTarget('student')}`;

export const TARGETS: Record<NotificationTarget, Target> = {
  notice: { feature: 'notices', path: ofSchool('notices'), standing: NOTICE },
  document: { feature: 'document_library', path: ofSchool('documents'), standing: DOCUMENT },
  poll: { feature: 'polls', path: ofRoot('polls'), standing: POLL },
  signup: { feature: 'signups', path: ofRoot('signups'), standing: SIGNUP },
  permission_slip: { feature: 'signups', path: ofRoot('permission-slips'), standing: PERMISSION_SLIP },
  event: { feature: 'calendar', path: ofSchool('calendar/events'), standing: EVENT },
  organization: { path: ofRoot('organizations'), standing: ORGANIZATION },
  student: { path: ofRoot('students'), standing: STUDENT },
};
