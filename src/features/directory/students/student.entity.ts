import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Unique,
  UpdateDateColumn,
} from 'typeorm';
import { School } from '../../schools/school.entity.js';

@Entity('students')
@Unique('students_source_key', ['schoolId', 'source', 'sourceId'])
@Index('students_roster_idx', ['schoolId', 'lastName', 'firstName', 'id'], { where: 'archived_at is null' })
@Index('students_source_id_idx', ['schoolId', 'sourceId'])
export class Student {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'students_pkey' })
  @Index('students_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'students_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'students_school_fkey' })
  schoolId: string;

  /** The system the record came from: `content`, or the name of a OneRoster source. */
  @Column('text')
  source: string;

  @Column('text')
  sourceId: string;

  /** Fingerprint of the row last imported: an unchanged row never overwrites what was edited here since. */
  @Column('text', { nullable: true })
  sourceDigest: string | null;

  /** First name in use: the preferred one where there is one. A trigger sets it, whichever statement writes. */
  @Column({ type: 'text', collation: 'und-x-icu' })
  firstName: string;

  /** In the school's records, where it is another one: for admins and the student's own guardians alone. */
  @Column('text', { nullable: true })
  legalFirstName: string | null;

  @Column('text', { nullable: true })
  middleName: string | null;

  @Column({ type: 'text', collation: 'und-x-icu' })
  lastName: string;

  /** Last name in the records, by the rule of `legalFirstName`. */
  @Column('text', { nullable: true })
  legalLastName: string | null;

  @Column('text', { nullable: true })
  preferredName: string | null;

  @Column('text', { nullable: true })
  preferredLastName: string | null;

  @Column('integer', { nullable: true })
  graduationYear: number | null;

  @Column('text', { nullable: true })
  grade: string | null;

  @Column('text', { nullable: true })
  email: string | null;

  @Column('text', { nullable: true })
  phone: string | null;

  @Column('text', { nullable: true })
  addressLine1: string | null;

  @Column('text', { nullable: true })
  addressLine2: string | null;

  @Column('text', { nullable: true })
  addressCity: string | null;

  @Column('text', { nullable: true })
  addressRegion: string | null;

  @Column('text', { nullable: true })
  addressPostalCode: string | null;

  @Column('text', { nullable: true })
  addressCountry: string | null;

  /** Degrees, WGS 84; both null until geocoded. */
  @Column('double precision', { nullable: true })
  latitude: number | null;

  @Column('double precision', { nullable: true })
  longitude: number | null;

  /** UTC; when the geocoder last had no match for the present address. */
  @Column('timestamptz', { nullable: true })
  geocodeMissedAt: Date | null;

  @Column('boolean', { default: true })
  addressVisible: boolean;

  /** Hidden by the school's default alone: a trigger asks it again whenever the row or the default changes. */
  @Column('boolean', { default: false })
  hiddenByDefault: boolean;

  /** UTC; an archived student has left the roster, and keeps notes, stars and lists. */
  @Column('timestamptz', { nullable: true })
  archivedAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
