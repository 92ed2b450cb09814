import { Check, Column, Entity, Generated, Index, PrimaryColumn } from 'typeorm';
import type { Actor } from './operation.js';

/**
 * An entry of the audit trail: who did what, when and from where; never what was written. Entries are not changed: the
 * database refuses it, and removes them from the beginning alone. Position and hash are the database's: a hash is made of
 * the one before (`audit_hash`), so that an entry that was altered, removed or put in between is found. No foreign keys: an
 * entry outlives the people and items that it names.
 */
@Entity('audit_entries')
@Check('audit_entries_actor_check', `actor_kind in ('person', 'application', 'operator')`)
@Index('audit_entries_item_idx', ['schoolId', 'itemId'], { where: 'item_id is not null' })
@Index('audit_entries_actor_idx', ['actorId', 'at'], { where: 'actor_id is not null' })
@Index('audit_entries_at_idx', ['at'])
export class AuditEntry {
  /** Or `installationChain`. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'audit_entries_pkey' })
  schoolId: string;

  /** From 1 on, without a gap. */
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'audit_entries_pkey' })
  position: string;

  @Column('uuid')
  @Generated('uuid')
  id: string;

  /** UTC; later than the one before. */
  @Column('timestamptz')
  at: Date;

  @Column('text')
  actorKind: Actor['kind'];

  @Column('uuid', { nullable: true })
  actorId: string | null;

  @Column('uuid', { nullable: true })
  membershipId: string | null;

  @Column('text', { nullable: true })
  operator: string | null;

  @Column('text', { nullable: true })
  reason: string | null;

  @Column('text')
  operation: string;

  @Column('text', { nullable: true })
  itemType: string | null;

  @Column('text', { nullable: true })
  itemId: string | null;

  @Column('text')
  source: string;

  @Column('bytea')
  hash: Buffer;
}
