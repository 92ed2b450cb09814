import { Column, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Membership } from '../memberships/membership.entity.js';
import { SameSchool, School } from '../schools/school.entity.js';

/**
 * The columns of a standing address that a calendar app polls; what is behind it is what its owner may see now. An entity
 * adds those that say what the feed is to hold.
 * @param table begins the names of its constraints
 */
export function Subscription(table: string) {
  @Unique(`${table}_token_key`, ['token'])
  abstract class SubscriptionColumns {
    @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: `${table}_pkey` })
    @Index(`${table}_id_key`, { unique: true })
    id: string;

    @PrimaryColumn('uuid', { primaryKeyConstraintName: `${table}_pkey` })
    @ForeignKey(() => School, { onDelete: 'CASCADE', name: `${table}_school_fkey` })
    schoolId: string;

    @Column('uuid')
    @Index(`${table}_owner_idx`)
    @SameSchool(() => Membership, { onDelete: 'CASCADE', name: `${table}_owner_fkey` })
    membershipId: string;

    @Column('text')
    name: string;

    /** The credential of the feed; shown to its owner in every list, so it cannot be a hash. */
    @Column('text')
    token: string;

    @Column('timestamptz')
    createdAt: Date;

    /** Digest of the content that the feed was last made of, whichever process made it. */
    @Column('text', { nullable: true })
    feedDigest: string | null;

    /** UTC, whole seconds: when that was first seen. It rises with every change, also where something is taken away. */
    @Column('timestamptz', { nullable: true })
    feedChangedAt: Date | null;
  }
  return SubscriptionColumns;
}
