import type { AlertKind, NotifiedItems } from '../alerts/alert-kinds.js';
import { VIEWER } from '../../policy/audience.js';
import { isPollAnswered, isPollVisible } from '../../policy/poll-visibility.js';
import { isMailedAlert, isMailedOpen, unlessAgain, whenClosing, whenOpen } from '../alerts/alert-audience.js';
import { isTarget, ofRoot, unless } from '../alerts/notifications/notification-targets.js';

const OPENED: AlertKind = { kind: 'poll_opened', schedule: whenOpen('opens_at', 'closes_at') };
const CLOSING: AlertKind = {
  kind: 'poll_closing',
  concerns: (poll, member) => `not ${isPollAnswered(poll, member)}`,
  schedule: whenClosing(),
};

/** One that is closed can be read as before. */
const STANDING = `
  select item.organization_id, ${unless(isPollVisible('item', VIEWER), 'not_visible')} as hidden
  from polls item where ${isTarget('poll')}`;

const CONTENT = `
  select 'poll', 'polls', poll.id, poll.title, ${unlessAgain(CLOSING, 'poll.description')}, poll.organization_id, null,
    poll.opens_at, poll.closes_at, '[]', null
  from polls poll
  where ${isMailedAlert('poll', [OPENED, CLOSING])} and ${isMailedOpen('poll')}`;

export const POLL_ALERTS: NotifiedItems = {
  target: { feature: 'polls', path: ofRoot('polls'), standing: STANDING },
  alerts: { table: 'polls', feature: 'polls', kinds: [OPENED, CLOSING], contents: [CONTENT] },
};
