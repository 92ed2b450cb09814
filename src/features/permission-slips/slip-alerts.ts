import { isAddressedToEach, VIEWER } from '../../policy/audience.js';
import { isSlipRequested, isSlipDue } from '../../policy/slip-todo.js';
import { isSlipListed } from '../../policy/slip-visibility.js';
import {
  isMailedAlert,
  isMailedItem,
  isMailedNotGone,
  isMailedOpen,
  NOT_DELETED,
  NOT_GONE,
  RECIPIENT,
  emptyWhenRepeated,
  whenClosing,
  whenOpen,
} from '../alerts/alert-audience.js';
import type { AlertKind, NotifiedItems } from '../alerts/alert-kinds.js';
import {
  isTarget,
  ofRoot,
  reasonWhenHiddenOrOver,
  whenNotDeleted,
} from '../alerts/notifications/notification-targets.js';

const OPENED: AlertKind = {
  kind: 'slip_opened',
  concerns: isSlipRequested,
  schedule: whenOpen('opens_at', 'closes_at', NOT_DELETED, NOT_GONE),
};
const REMINDER: AlertKind = {
  kind: 'slip_reminder',
  concerns: isSlipDue,
  schedule: whenClosing(NOT_GONE),
};

/** Closed, it can be read until it is gone. */
const AVAILABILITY = `
  select item.organization_id, ${whenNotDeleted(reasonWhenHiddenOrOver(isSlipListed('item', VIEWER), 'visible_until'))} as hidden
  from permission_slips item where ${isTarget('permission_slip')}`;

/** No student is named: whose answers are asked for is seen where one has to sign in. */
const CONTENT = `
  select 'permission_slip', 'signups', permission_slip.id::text, permission_slip.title,
    ${emptyWhenRepeated(REMINDER, 'permission_slip.body')}, permission_slip.organization_id, null, permission_slip.opens_at,
    permission_slip.closes_at, '[]', null, false, false, null
  from permission_slips permission_slip
  where ${isMailedAlert('permission_slip', [OPENED, REMINDER])} and ${isMailedOpen('permission_slip')}
    and ${isMailedNotGone('permission_slip')}`;

/** Of what was taken back since, or who is no guardian any more, there is nothing to tell. */
const ANSWERED = `
  select 'permission_slip', 'signups', permission_slip.id::text, permission_slip.title, null, permission_slip.organization_id,
    null, null, null, '[]', null, false, false, null
  from permission_slips permission_slip
  where ${isMailedItem('permission_slip')} and n.kind = 'slip_answered_by_other_guardian'
    and ${isMailedNotGone('permission_slip')} and ${isAddressedToEach('permission_slip', RECIPIENT)} and exists (
      select from permission_slip_response_students given
      join permission_slip_responses response on response.school_id = given.school_id
        and response.id = given.response_id
        and response.signed_by_membership_id is distinct from m.id
      join family_guardians family on family.school_id = given.school_id and family.student_id = given.student_id
        and family.membership_id = m.id
      where given.school_id = permission_slip.school_id and given.slip_id = permission_slip.id and given.is_current)`;

export const SLIP_ALERTS: NotifiedItems = {
  target: { feature: 'signups', path: ofRoot('permission-slips'), availability: AVAILABILITY },
  alerts: {
    table: 'permission_slips',
    feature: 'signups',
    kinds: [OPENED, REMINDER],
    contents: [CONTENT, ANSWERED],
  },
};
