import { VIEWER } from '../../policy/audience.js';
import { isSignupListed, lastItemBegins } from '../../policy/signup-visibility.js';
import {
  isMailedAlert,
  isMailedItem,
  isMailedNotGone,
  isMailedOpen,
  NOT_DELETED,
  NOT_GONE,
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
  kind: 'signup_opened',
  schedule: whenOpen('opens_at', 'closes_at', NOT_DELETED, NOT_GONE, `${lastItemBegins('item')} > $1`),
};

/** Closed, it can be read until it is gone. */
const AVAILABILITY = `
  select item.organization_id, ${whenNotDeleted(reasonWhenHiddenOrOver(isSignupListed('item', VIEWER), 'visible_until'))} as hidden
  from signups item where ${isTarget('signup')}`;

const CONTENT = `
  select 'signup', 'signups', signup.id::text, signup.title, signup.description, signup.organization_id, null, signup.opens_at,
    signup.closes_at, '[]', null, false, false, null
  from signups signup
  where ${isMailedAlert('signup', [OPENED])} and ${isMailedOpen('signup')} and ${isMailedNotGone('signup')}`;

/** Also for those for whom the sign-up is not meant any more: it is about what they had in it. */
const OWN_CLAIMS = `
  select 'signup', 'signups', signup.id::text, signup.title, null, signup.organization_id, null, null, null, '[]', own.claims, false, false, null
  from signups signup cross join lateral (
    select coalesce(json_agg(json_build_object('title', item.title, 'quantity', claim.quantity,
        'waits', claim.status = 'waitlisted', 'startsAt', item.starts_at, 'location', signup.location)
        order by item.starts_at nulls last, item.position, claim.id), '[]') as claims,
      coalesce(bool_or(claim.status = 'confirmed'), false) as has_place
    from signup_claims claim join signup_items item on item.school_id = claim.school_id and item.id = claim.item_id
    where claim.school_id = signup.school_id and claim.signup_id = signup.id and claim.membership_id = m.id and claim.status <> 'withdrawn') own
  where ${isMailedItem('signup')} and signup.deleted_at is null and case n.kind when 'signup_changed' then true
    when 'signup_reminder' then own.claims::jsonb <> '[]' when 'signup_promoted' then own.has_place else false end`;

export const SIGNUP_ALERTS: NotifiedItems = {
  target: { feature: 'signups', path: ofRoot('signups'), availability: AVAILABILITY },
  alerts: { table: 'signups', feature: 'signups', kinds: [OPENED], contents: [CONTENT, OWN_CLAIMS] },
};
