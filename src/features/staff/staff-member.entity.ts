import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { School } from '../schools/school.entity.js';

@Entity('staff_members')
@Unique('staff_members_source_key', ['schoolId', 'source', 'sourceId'])
@Index('staff_members_list_idx', ['schoolId', 'department', 'lastName', 'firstName'], {
  where: 'archived_at is null',
})
export class StaffMember {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'staff_members_pkey' })
  @Index('staff_members_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'staff_members_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'staff_members_school_fkey' })
  schoolId: string;

  /** The system the record came from: `content`, or the name of a OneRoster source. */
  @Column('text')
  source: string;

  /** The natural key in the source: for a content file the email, else the name. */
  @Column('text')
  sourceId: string;

  /** Fingerprint of the row last imported: a row that has not changed is not written again. */
  @Column('text', { nullable: true })
  sourceDigest: string | null;

  @Column({ type: 'text', collation: 'und-x-icu' })
  firstName: string;

  @Column({ type: 'text', collation: 'und-x-icu' })
  lastName: string;

  @Column('text', { nullable: true })
  title: string | null;

  @Column({ type: 'text', nullable: true, collation: 'und-x-icu' })
  department: string | null;

  @Column('text', { nullable: true })
  email: string | null;

  @Column('text', { nullable: true })
  phone: string | null;

  @Column('text', { nullable: true })
  room: string | null;

  @Column('timestamptz', { nullable: true })
  archivedAt: Date | null;
}
