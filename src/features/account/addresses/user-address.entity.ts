import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../user.entity.js';

/**
 * An address of an account: the first one, which `users` has as well (a trigger writes it), and those that its person has
 * proven besides. One key for all of them: no two people have the same.
 */
@Entity('user_addresses')
export class UserAddress {
  /** Normalised: see `normalizeEmail`. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'user_addresses_pkey' })
  email: string;

  @Column('uuid')
  @Index('user_addresses_user_idx')
  @ForeignKey(() => User, { onDelete: 'CASCADE', name: 'user_addresses_user_fkey' })
  userId: string;

  /** UTC: when it came to the account, or was proven; null where the first one is not yet, or it is suspended. */
  @Column('timestamptz', { nullable: true })
  verifiedAt: Date | null;

  /** UTC: since when it counts as unproven, until its person says that it is theirs. */
  @Column('timestamptz', { nullable: true })
  suspendedAt: Date | null;
}
