import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Where the chain of a school ends, and where it begins once entries have outlived their period. */
@Entity('audit_heads')
export class AuditHead {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'audit_heads_pkey' })
  schoolId: string;

  @Column('bigint')
  position: string;

  @Column('timestamptz')
  at: Date;

  @Column('bytea')
  hash: Buffer;

  /** Position of the last entry that was removed; 0 before there is one. */
  @Column('bigint', { default: 0 })
  removedPosition: string;

  @Column('timestamptz', { nullable: true })
  removedAt: Date | null;

  @Column('bytea', { default: () => `'\\x'` })
  removedHash: Buffer;
}
