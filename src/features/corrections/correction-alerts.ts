import { VIEWER } from '../../policy/audience.js';
import { isOwnCorrection } from '../../policy/correction-visibility.js';
import { fullName } from '../../policy/name-order.js';
import { asMailedText, isMailedItem, RECIPIENT } from '../alerts/alert-audience.js';
import type { NotifiedItems } from '../alerts/alert-kinds.js';
import { isTarget, reasonWhenHidden } from '../alerts/notifications/notification-targets.js';

/** A correction has the name of its student for a title. */
const titleOf = (correction: string): string =>
  `(select ${fullName('about')} from students about where about.school_id = ${correction}.school_id and about.id = ${correction}.student_id)`;

const AVAILABILITY = `
  select null::uuid as organization_id, ${reasonWhenHidden(isOwnCorrection('item', VIEWER), 'not_visible')} as hidden
  from corrections item where ${isTarget('correction')}`;

const CONTENT = `
  select 'correction', null, correction.id::text, ${titleOf('correction')}, ${asMailedText('correction.answer')}, null::uuid,
    null::uuid, null::timestamptz, null::timestamptz, '[]', null, false, false, null
  from corrections correction
  where ${isMailedItem('correction')} and n.kind = 'correction_settled' and correction.state <> 'open'
    and ${isOwnCorrection('correction', RECIPIENT)}`;

export const CORRECTION_ALERTS: NotifiedItems = {
  target: { path: () => '/me/corrections', availability: AVAILABILITY },
  alerts: { table: 'corrections', title: titleOf('item'), kinds: [], contents: [CONTENT] },
};
