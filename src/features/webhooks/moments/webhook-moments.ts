import type { SchoolFeature } from '../../../policy/school-feature.js';
import type { WebhookKind } from '../webhook-kinds.js';

/** A moment of an item that comes by itself. */
export interface ItemMoment {
  kind: WebhookKind;
  table: string;
  column: 'opens_at' | 'closes_at';
  feature: SchoolFeature;
}

export const ITEM_MOMENTS: readonly ItemMoment[] = [
  { kind: 'poll.opened', table: 'polls', column: 'opens_at', feature: 'polls' },
  { kind: 'poll.closed', table: 'polls', column: 'closes_at', feature: 'polls' },
  { kind: 'signup.opened', table: 'signups', column: 'opens_at', feature: 'signups' },
  { kind: 'permission_slip.opened', table: 'permission_slips', column: 'opens_at', feature: 'signups' },
];
