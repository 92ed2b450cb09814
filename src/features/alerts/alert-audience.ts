import { isAddressedToEach, type AudienceViewer } from '../../access/audience.js';
import { isSlipAsking, isSlipWaiting } from '../permission-slips/slips-asked.js';
import { isPollAnswered } from '../polls/poll-visibility.js';
import type { Alert } from './alert.js';

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
