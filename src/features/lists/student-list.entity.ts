import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Membership } from '../memberships/membership.entity.js';
import { School } from '../schools/school.entity.js';

/** A member's own list of students and parents; nobody else ever sees it, admins included. */
@Entity('lists')
export class StudentList {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'lists_pkey' })
  id: string;

  @Column('uuid')
  @Index('lists_school_idx')
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'lists_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @Index('lists_owner_idx')
  @ForeignKey(() => Membership, { onDelete: 'CASCADE', name: 'lists_owner_fkey' })
  ownerMembershipId: string;

  @Column({ type: 'text', collation: 'und-x-icu' })
  name: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
