import type { SchoolFeature } from '../../access/school-feature.js';
import type { Alert } from './alert.js';

/** What is alerted when its time comes: a table with `alerted_at`, null until then. */
export interface BeginningItem extends Omit<Alert, 'id'> {
  table: string;
  /** Columns, UTC; an item without an end does not end. */
  begins: string;
  ends: string;
  feature: SchoolFeature;
}

/** A new kind of item that opens at a time is a line here. */
export const BEGINNING_ITEMS: BeginningItem[] = [
  {
    kind: 'notice_created',
    item: 'notice',
    table: 'notices',
    begins: 'starts_at',
    ends: 'expires_at',
    feature: 'notices',
  },
  {
    kind: 'poll_opened',
    item: 'poll',
    table: 'polls',
    begins: 'opens_at',
    ends: 'closes_at',
    feature: 'polls',
  },
  {
    kind: 'signup_opened',
    item: 'signup',
    table: 'signups',
    begins: 'opens_at',
    ends: 'closes_at',
    feature: 'signups',
  },
];
