import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { UNDO_DAYS } from '../../policy/answered-item.js';
import { rsvpClosesAt } from '../../policy/event-rsvp.js';
import { goneAt } from '../../policy/event-visibility.js';
import { instantOf } from '../../policy/local-time.js';
import { EVENT_ID } from './effects.sql.js';
import type { Cause } from './touched-items.js';

/** $1 the school, $2 the membership, $3 and $4 the moments between which a window has begun or ended. */
const isBetween = (moment: string): string =>
  `(${moment} > $3::timestamptz and ${moment} <= $4::timestamptz)`;

const isAnyBetween = (moments: string[]): string => moments.map(isBetween).join(' or ');

const undoUntil = `e.deleted_at + interval '${UNDO_DAYS} days'`;

/** Moments at which an item of a table, `e`, reads differently by itself. */
const WINDOWS: { kind: Cause; table: string; id?: string; moments: string[] }[] = [
  { kind: 'notice', table: 'notices', moments: ['e.starts_at', 'e.expires_at'] },
  { kind: 'document', table: 'documents', moments: [`e.created_at + interval '14 days'`] },
  { kind: 'poll', table: 'polls', moments: ['e.opens_at', 'e.closes_at', undoUntil] },
  {
    ...{ kind: 'signup', table: 'signups' },
    moments: ['e.opens_at', 'e.closes_at', 'e.visible_until', undoUntil],
  },
  {
    ...{ kind: 'permission_slip', table: 'permission_slips' },
    moments: ['e.opens_at', 'e.closes_at', 'e.visible_until', undoUntil],
  },
  { kind: 'event', table: 'events', id: EVENT_ID, moments: [goneAt('e'), rsvpClosesAt('e')] },
  {
    kind: 'answers_of',
    table: 'organization_grants',
    id: 'e.organization_id::text',
    moments: ['e.starts_at', 'e.expires_at'],
  },
];

/** An organization shows its next event until it is over; the days of one that takes whole days end at the school. */
const NEXT_EVENTS = `
  select distinct 'organization' as kind, e.organization_id::text as id from events e
  join schools home on home.id = e.school_id
  where e.school_id = $1 and e.organization_id is not null and (${isAnyBetween([
    'e.starts_at',
    'e.ends_at',
    `case when e.all_day then ${instantOf('e.start_date::timestamp', 'home.time_zone')} end`,
    rsvpClosesAt('e'),
    `case when e.all_day then ${instantOf('(e.end_date + 1)::timestamp', 'home.time_zone')} end`,
  ])})`;

const PASSED = [
  ...WINDOWS.map(
    ({ kind, table, id = 'e.id::text', moments }) =>
      `select '${kind}' as kind, ${id} as id from ${table} e where e.school_id = $1 and (${isAnyBetween(moments)})`,
  ),
  NEXT_EVENTS,
  `select 'notification', e.id::text from notifications e where e.school_id = $1 and e.membership_id = $2
    and ${isBetween(`e.created_at + interval '180 days'`)}`,
].join(' union all ');

/** Something that reads differently since a moment, though nobody has written it. */
export interface PassedWindow {
  kind: Cause | 'notification';
  id: string;
}

@Injectable()
export class PassedWindowsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Of the whole school, but for notifications: who may read what is asked afterwards. */
  findPassed({ schoolId, membershipId }: Member, from: Date, until: Date): Promise<PassedWindow[]> {
    return this.dataSource.query(PASSED, [schoolId, membershipId, from, until]);
  }
}
