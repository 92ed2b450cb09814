import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ChangedType, ChangeKind } from './change-kinds.js';

/** Who may read an item and when, as the item's row has it. */
export interface ChangeAudience {
  audienceType: string;
  audienceYears: number[];
  audienceOrganizationIds: string[];
  organizationId: string | null;
  /** When its audience may read it; left out for an item that is there from its creation on. */
  window?: ChangeWindow;
}

/** Two moments (UTC, ISO 8601), half-open. */
export interface ChangeWindow {
  /** Null for a draft. */
  from: string | null;
  /** Null for an item without an end. */
  until: string | null;
}

/**
 * The journal: one row says that something has happened to one item, committed with what happened. It holds ids and audiences,
 * never a text, a name or a contact. Rows of a school are numbered in the order of commits, without a gap. Partitioned by
 * the month (UTC) of `at`. There are no foreign keys: a row outlives the item that it names.
 */
@Entity('changes')
export class JournalEntry {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'changes_pkey' })
  schoolId: string;

  /** From 1 on. */
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'changes_pkey' })
  sequence: string;

  /** UTC. */
  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'changes_pkey' })
  at: Date;

  /** Rows of one commit in one school have the same. */
  @Column('uuid')
  transactionId: string;

  @Column('text')
  kind: ChangeKind;

  @Column('text')
  itemType: ChangedType;

  /** The id by which the API knows the item; that of an occurrence is no uuid. */
  @Column('text')
  itemId: string;

  /** The member who did it; null for an import, a job or an anonymous answer. */
  @Column('uuid', { nullable: true })
  membershipId: string | null;

  @Column('jsonb', { nullable: true })
  audience: ChangeAudience | null;

  /** The audience before the change; null where the item is new, or its audience and its window are the same. */
  @Column('jsonb', { nullable: true })
  audienceBefore: ChangeAudience | null;

  /**
   * Ids that readers of the journal need besides, by name: `members` are told of it; `readers` are those for whom alone the item
   * reads differently; `events`, `event_rows`, `students`, `staff`, `notices` and their like read differently as well. `features` are the
   * toggles that were set, and `parts` what of a person has changed where it is not all of them. `left` is the item itself where it
   * was taken off the lists, `returned` where it is on them again.
   */
  @Column('jsonb', { nullable: true })
  ids: Record<string, string | string[]> | null;
}
