import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../user.entity.js';

/** A recovery code. There are eight; every one opens the second step once. */
@Entity('recovery_codes')
export class RecoveryCode {
  /** SHA-256 of user id and code, the code being about 79 random bits. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'recovery_codes_pkey' })
  codeHash: string;

  @Column('uuid')
  @Index('recovery_codes_user_idx')
  @ForeignKey(() => User, { onDelete: 'CASCADE', name: 'recovery_codes_user_fkey' })
  userId: string;

  @Column('timestamptz', { nullable: true })
  usedAt: Date | null;
}
