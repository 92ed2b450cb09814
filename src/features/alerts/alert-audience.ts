import { type AudienceViewer, isAddressedToEach } from '../../policy/audience.js';
import { isSlipAsking, isSlipWaiting } from '../../policy/slip-todo.js';
import { isPollAnswered } from '../../policy/poll-visibility.js';
import type { Alert } from './alert.js';
import type { SchoolFeature } from '../../policy/school-feature.js';
import { lastItemBegins } from '../../policy/signup-visibility.js';

/** The same conditions as for reading, asked of every member `m` instead of the caller. */
export const EACH_MEMBER: AudienceViewer = {
  school: 'item.school_id',
  membership: 'm.id',
  admin: `(m.role <> 'parent')`,
  now: '$2',
};

type Condition = (item: string, member: AudienceViewer) => string;

/** Whom of its audience a kind concerns, where that is not everybody. */
const CONCERNED: Partial<Record<Alert['kind'], Condition>> = {
  poll_closing: (poll, member) => `not ${isPollAnswered(poll, member)}`,
  slip_opened: isSlipAsking,
  slip_reminder: isSlipWaiting,
};

/** True where the alert is for the member now: asked of everyone when it is raised, and again when a mail is sent. */
export function isMeantFor(kind: Alert['kind'], item: string, member: AudienceViewer): string {
  const concerned = CONCERNED[kind];
  const addressed = isAddressedToEach(item, member);
  return concerned ? `(${addressed} and ${concerned(item, member)})` : addressed;
}

/** What is alerted when its time comes: the opening of an item, or its last day. */
export interface ScheduledAlert extends Omit<Alert, 'id'> {
  table: string;
  /** Column: when it was alerted, UTC; null until then. */
  marker: 'alerted_at' | 'reminded_at';
  /** Column with the moment from which on it is looked at: those that come first are alerted first. */
  moment: string;
  /** SQL of a row `item`: its time has come at $1, and is not over. */
  due: string;
  feature: SchoolFeature;
}

const NOT_GONE = 'coalesce(item.visible_until > $1, true)';

/** An item without an end does not end. */
const isOpen = (begins: string, ends: string): string =>
  `item.${begins} <= $1 and coalesce(item.${ends} > $1, true)`;

/** Nobody is reminded of what they were told of within the same day, nor of what was put off and is not open yet. */
const IS_CLOSING = `item.opens_at <= $1 and item.closes_at > $1 and item.closes_at <= $1::timestamptz + interval '24 hours'
  and item.alerted_at < item.closes_at - interval '24 hours'`;

const opening = { marker: 'alerted_at', moment: 'opens_at' } as const;
const closing = { marker: 'reminded_at', moment: 'closes_at' } as const;
const notice = { item: 'notice', table: 'notices', feature: 'notices' } as const;
const poll = { item: 'poll', table: 'polls', feature: 'polls' } as const;
const signup = { item: 'signup', table: 'signups', feature: 'signups' } as const;
const slip = { item: 'permission_slip', table: 'permission_slips', feature: 'signups' } as const;

/** A new kind of item that opens or closes at a time is a line here. */
export const SCHEDULED_ALERTS: ScheduledAlert[] = [
  {
    kind: 'notice_created',
    ...notice,
    ...opening,
    moment: 'starts_at',
    due: isOpen('starts_at', 'expires_at'),
  },
  { kind: 'poll_opened', ...poll, ...opening, due: isOpen('opens_at', 'closes_at') },
  {
    kind: 'signup_opened',
    ...signup,
    ...opening,
    due: `${isOpen('opens_at', 'closes_at')} and ${NOT_GONE} and ${lastItemBegins('item')} > $1`,
  },
  { kind: 'slip_opened', ...slip, ...opening, due: `${isOpen('opens_at', 'closes_at')} and ${NOT_GONE}` },
  { kind: 'poll_closing', ...poll, ...closing, due: IS_CLOSING },
  { kind: 'slip_reminder', ...slip, ...closing, due: `${IS_CLOSING} and ${NOT_GONE}` },
];
