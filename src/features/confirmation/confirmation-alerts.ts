import { VIEWER } from '../../policy/audience.js';
import { isConfirmationRequested, isConfirmed } from '../../policy/confirmation-visibility.js';
import { instantOf } from '../../policy/local-time.js';
import { isMemberStill } from '../../policy/organization-access.js';
import { asMailedText, isMailedAlert } from '../alerts/alert-audience.js';
import type { AlertKind, NotifiedItems } from '../alerts/alert-kinds.js';
import { isTarget } from '../alerts/notifications/notification-targets.js';

/** A member `m`, as alerts and mails have them. Whoever has confirmed is not mailed any more, and not reminded. */
const WANTED: Pick<AlertKind, 'isFor' | 'concerns'> = {
  isFor: (round, member) =>
    `(${isConfirmationRequested(round, member)} and ${isMemberStill('m', member.now)})`,
  concerns: (round, member) => `not ${isConfirmed(round, member)}`,
};

const OPENED: AlertKind = { kind: 'confirmation_opened', ...WANTED };
const REMINDER: AlertKind = { kind: 'confirmation_reminder', ...WANTED };

const AVAILABILITY = `
  select null::uuid as organization_id, case when not ${isConfirmationRequested('item', VIEWER)} then 'not_visible'
    when item.closed_at is not null then 'closed' end as hidden
  from confirmation_rounds item where ${isTarget('confirmation')}`;

/** Until the last minute of the last day at the school: a mail names the day. */
const LAST_MINUTE = `${instantOf('(confirmation.due_on + 1)::timestamp', 'home.time_zone')} - interval '1 minute'`;

const CONTENT = `
  select 'confirmation', null, confirmation.id::text, confirmation.title, ${asMailedText('confirmation.message')}, null::uuid,
    null::uuid, null::timestamptz, ${LAST_MINUTE}, '[]', null, false, false, null
  from confirmation_rounds confirmation join schools home on home.id = confirmation.school_id
  where ${isMailedAlert('confirmation', [OPENED, REMINDER])} and confirmation.closed_at is null`;

export const CONFIRMATION_ALERTS: NotifiedItems = {
  target: { path: (schoolId) => `/me/confirmation?schoolId=${schoolId}`, availability: AVAILABILITY },
  alerts: { table: 'confirmation_rounds', kinds: [OPENED, REMINDER], contents: [CONTENT] },
};
