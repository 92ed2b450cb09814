import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A token of an outside provider that its holder has signed out with; remembered until it would have expired. */
@Entity('ended_tokens')
export class EndedToken {
  /** SHA-256 of what is signed. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'ended_tokens_pkey' })
  digest: string;

  @Column('timestamptz')
  @Index('ended_tokens_expiry_idx')
  expiresAt: Date;
}
