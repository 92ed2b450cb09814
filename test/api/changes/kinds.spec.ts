import { describe, expect, it } from '@jest/globals';
import { isStaleAfter, journaledChanges } from '../../../src/features/changes/touched-items.js';
import { CHANGE_KINDS, changedTypeOf, type ChangeKind } from '../../../src/platform/journal/change-kinds.js';
import type { ChangeForMember } from '../../../src/platform/journal/journal-reading.service.js';

const MEMBER = '00000000-0000-4000-8000-000000000001';
const ITEM = '00000000-0000-4000-8000-000000000002';

/** Kinds of which nobody reads an item differently. */
const SILENT = [
  ...['event.announced', 'event.rsvp_reminded', 'grant.expiring'],
  // A client asks for them by themselves: they are none of the types of section 25.
  ...['confirmation.opened', 'confirmation.reminded', 'confirmation.confirmed', 'confirmation.closed'],
  ...['correction.created', 'correction.changed', 'correction.settled'],
];

const rowOf = (kind: ChangeKind): ChangeForMember => ({
  ...{ sequence: 1, at: new Date(), kind, itemType: changedTypeOf(kind), itemId: ITEM },
  ...{ membershipId: MEMBER, audience: null, audienceBefore: null },
  ids: { features: ['notices'], notifications: [ITEM], readers: [MEMBER] },
});

describe('A kind of change', () => {
  it.each(Object.keys(CHANGE_KINDS) as ChangeKind[])(
    'leads to an item, or to reading everything anew: %s',
    (kind) => {
      const { causes, own } = journaledChanges([rowOf(kind)], MEMBER);
      const isTold = causes.length + own.length > 0 || isStaleAfter(rowOf(kind), MEMBER);
      expect(isTold).toBe(!SILENT.includes(kind));
    },
  );
});
