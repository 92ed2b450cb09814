import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { School } from '../schools/school.entity.js';
import { Student } from './student.entity.js';

/**
 * Someone who left the school was this guardian. The next import of the same source must not bring back their contact,
 * with whatever visibility it says.
 */
@Entity('guardian_departures')
export class GuardianDeparture {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'guardian_departures_pkey' })
  @ForeignKey(() => Student, { onDelete: 'CASCADE', name: 'guardian_departures_student_fkey' })
  studentId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'guardian_departures_pkey' })
  source: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'guardian_departures_pkey' })
  sourceId: string;

  @Column('uuid')
  @Index('guardian_departures_school_idx')
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'guardian_departures_school_fkey' })
  schoolId: string;
}
