import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Membership } from '../memberships/membership.entity.js';
import { SameSchool, School } from '../schools/school.entity.js';
import { ConfirmationRound } from './confirmation-round.entity.js';

/** A member's word that what the school has on file is right. It is never given for another guardian. */
@Entity('confirmations')
export class Confirmation {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'confirmations_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'confirmations_school_fkey' })
  schoolId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'confirmations_pkey' })
  @SameSchool(() => ConfirmationRound, { onDelete: 'CASCADE', name: 'confirmations_round_fkey' })
  roundId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'confirmations_pkey' })
  @Index('confirmations_member_idx')
  @SameSchool(() => Membership, { onDelete: 'CASCADE', name: 'confirmations_member_fkey' })
  membershipId: string;

  /** UTC; the first time. */
  @Column('timestamptz')
  confirmedAt: Date;
}
