import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { Clock } from '../../platform/clock/clock.js';
import { DAY_MS, RETENTION } from '../../platform/database/retention.js';
import type { AuditEntries, AuditEntryBody, AuditQuery } from './audit.dto.js';
import {
  type AuditChainHead,
  type AuditFault,
  type AuditFilter,
  AuditRepository,
  type AuditRow,
} from './audit.repository.js';

export type { AuditChainHead, AuditRow } from './audit.repository.js';

interface Verification {
  rows: number;
  heads: AuditChainHead[];
  fault: AuditFault | undefined;
}

/** Operations of members on what is theirs alone: no admin reads of them (contract section 0.4). */
export const OWN_OPERATIONS: readonly string[] = [
  'createList',
  'changeList',
  'deleteList',
  'addListStudent',
  'removeListStudent',
  'addListGuardian',
  'removeListGuardian',
  'putNote',
  'starStudent',
  'unstarStudent',
  'createCalendarSubscription',
  'deleteCalendarSubscription',
  'createMenuSubscription',
  'deleteMenuSubscription',
  'markNotificationRead',
  'markNotificationsRead',
];

@Injectable()
export class AuditService {
  constructor(
    private readonly entries: AuditRepository,
    private readonly clock: Clock,
  ) {}

  /** Changes in the caller's school, newest first. */
  async ofSchool({ schoolId }: Member, { item, since, until }: AuditQuery): Promise<AuditEntries> {
    const moment = (text?: string): Date | undefined => (text === undefined ? undefined : new Date(text));
    const filter = { schoolId, item, since: moment(since), until: moment(until) };
    const rows = await this.entries.listOfSchool(filter, OWN_OPERATIONS);
    return { entries: rows.map(bodyOf) };
  }

  /** Entries of every school, for the operator; at most a thousand, newest first. */
  list(filter: AuditFilter): Promise<AuditRow[]> {
    return this.entries.list(filter);
  }

  /**
   * Whether each entry is there and as it was written.
   * @param heads heads of before, which no chain made anew would go by
   * @returns without a fault: all of them are
   */
  async verify(heads: AuditChainHead[] = []): Promise<Verification> {
    const retainedSince = new Date(this.clock.now().getTime() - RETENTION.audit_entries.days * DAY_MS);
    const fault = (await this.entries.firstFault(retainedSince)) ?? (await this.entries.firstUnlike(heads));
    return { rows: await this.entries.count(), heads: await this.entries.heads(), fault };
  }
}

const bodyOf = ({ id, at, operation, source, count, ...row }: AuditRow): AuditEntryBody => ({
  id,
  at: at.toISOString(),
  actor: {
    kind: row.actor_kind,
    membership_id: row.membership_id,
    name: row.name,
  },
  operation,
  item: row.item_type !== null && row.item_id !== null ? { type: row.item_type, id: row.item_id } : null,
  source,
  count,
});
