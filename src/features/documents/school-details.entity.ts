import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { School } from '../schools/school.entity.js';

/** The synthetic first entry of the Document Library; a school that has not filled it in has no row. */
@Entity('school_details')
export class SchoolDetails {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'school_details_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'school_details_school_fkey' })
  schoolId: string;

  @Column('text')
  title: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('timestamptz')
  updatedAt: Date;
}
