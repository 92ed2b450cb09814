import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { Membership } from '../memberships/membership.entity.js';
import { SameSchool, School } from '../schools/school.entity.js';

/** A member's own list of students and parents; nobody else ever sees it, admins included. */
@Entity('lists')
export class StudentList {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'lists_pkey' })
  @Index('lists_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'lists_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'lists_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @Index('lists_owner_idx')
  @SameSchool(() => Membership, { onDelete: 'CASCADE', name: 'lists_owner_fkey' })
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
