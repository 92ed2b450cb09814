import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../account/user.entity.js';

/**
 * A repeatable write that was done, and the key of its result; written in the transaction of that write (contract 0, rule
 * 10).
 */
@Entity('idempotency_keys')
export class IdempotencyKey {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'idempotency_keys_pkey' })
  @ForeignKey(() => User, { onDelete: 'CASCADE', name: 'idempotency_keys_caller_fkey' })
  userId: string;

  /** Method and path, as asked for. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'idempotency_keys_pkey' })
  operation: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'idempotency_keys_pkey' })
  key: string;

  /** Digest of the parsed JSON body; empty where it could be found out by trying. */
  @Column('text')
  bodyDigest: string;

  @Column('integer')
  status: number;

  /** Id of what was made, or the time of an anonymous answer; null where the answer names neither. */
  @Column('text', { name: 'created_id', nullable: true })
  resultKey: string | null;

  /** The whole answer, as the release before had it. Always null from now on; the column goes with the next release. */
  @Column('text', { nullable: true })
  answer: string | null;

  /** UTC; a day later the key is free again. */
  @Column('timestamptz')
  @Index('idempotency_keys_created_idx')
  createdAt: Date;
}
