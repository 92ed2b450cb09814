import type { AlertKind, NotifiedItems } from '../alerts/alert-kinds.js';
import { VIEWER } from '../../policy/audience.js';
import { isPollAnswered, isPollListed } from '../../policy/poll-visibility.js';
import {
  isMailedAlert,
  isMailedOpen,
  emptyWhenRepeated,
  NOT_DELETED,
  whenClosing,
  whenOpen,
} from '../alerts/alert-audience.js';
import {
  isTarget,
  ofRoot,
  reasonWhenHidden,
  whenNotDeleted,
} from '../alerts/notifications/notification-targets.js';

const OPENED: AlertKind = { kind: 'poll_opened', schedule: whenOpen('opens_at', 'closes_at', NOT_DELETED) };
const CLOSING: AlertKind = {
  kind: 'poll_closing',
  concerns: (poll, member) => `not ${isPollAnswered(poll, member)}`,
  schedule: whenClosing(),
};

/** One that is closed can be read as before. */
const AVAILABILITY = `
  select item.organization_id, ${whenNotDeleted(reasonWhenHidden(isPollListed('item', VIEWER), 'not_visible'))} as hidden
  from polls item where ${isTarget('poll')}`;

const CONTENT = `
  select 'poll', 'polls', poll.id::text, poll.title, ${emptyWhenRepeated(CLOSING, 'poll.description')}, poll.organization_id, null,
    poll.opens_at, poll.closes_at, '[]', null, false, false, null
  from polls poll
  where ${isMailedAlert('poll', [OPENED, CLOSING])} and ${isMailedOpen('poll')}`;

export const POLL_ALERTS: NotifiedItems = {
  target: { feature: 'polls', path: ofRoot('polls'), availability: AVAILABILITY },
  alerts: { table: 'polls', feature: 'polls', kinds: [OPENED, CLOSING], contents: [CONTENT] },
};
