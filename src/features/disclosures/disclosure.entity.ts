import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { MemberRole } from '../../access/caller.js';
import { School } from '../schools/school.entity.js';

export const DISCLOSED_SUBJECTS = ['contact', 'address'] as const;
export type DisclosedSubject = (typeof DISCLOSED_SUBJECTS)[number];

/** Stands in `subjectId` for everyone whom the reader's role may see: a read of the whole school. */
export const EVERYONE = '00000000-0000-0000-0000-000000000000';

/** That contact or address data was read: by whom, how often within an hour, and never what it said. */
@Entity('disclosures')
@Index('disclosures_last_idx', ['lastAt'])
@Check('disclosures_subject_check', `subject in ('contact', 'address')`)
@Check('disclosures_reader_role_check', `reader_role in ('parent', 'junior_admin', 'senior_admin')`)
export class Disclosure {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'disclosures_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'disclosures_school_fkey' })
  schoolId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'disclosures_pkey' })
  subject: DisclosedSubject;

  /** The guardian whose contact, or the student whose address was read, or `EVERYONE`. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'disclosures_pkey' })
  subjectId: string;

  /** The hour (UTC) that the reads are counted in. */
  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'disclosures_pkey' })
  hour: Date;

  /** No foreign key: that someone has read it outlives their leaving. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'disclosures_pkey' })
  readerMembershipId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'disclosures_pkey' })
  readerRole: MemberRole;

  /** The operation's id in the OpenAPI document. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'disclosures_pkey' })
  operation: string;

  /** True where the reader also got what is hidden from other families. */
  @Column('boolean')
  unmasked: boolean;

  @Column('integer')
  count: number;

  /** UTC; the latest of the reads. */
  @Column('timestamptz')
  lastAt: Date;
}
