import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { ReaderRole } from '../../platform/auth/caller.js';
import { School } from '../schools/school.entity.js';
import type { AccessLogSubject } from './access-log-subject.js';

/**
 * A record that contact or address data was read: by whom, how often within an hour, and never what it said. The table is
 * partitioned by the month of `since`: see `platform/database/monthly-partitions.ts`.
 */
@Entity('disclosures')
@Check('disclosures_subject_check', `subject in ('contact', 'address')`)
@Check(
  'disclosures_reader_role_check',
  `reader_role in ('parent', 'junior_admin', 'senior_admin', 'operator')`,
)
export class AccessLogEntry {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'disclosures_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'disclosures_school_fkey' })
  schoolId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'disclosures_pkey' })
  subject: AccessLogSubject;

  /** The guardian, membership or student whose contact, or the student whose address was read, or `EVERYONE`. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'disclosures_pkey' })
  subjectId: string;

  /**
   * UTC; the beginning of the span in which the reads are counted: an hour. Reads of everyone are counted again once
   * anyone in the school has shown or hidden something, so that one moment tells who was in all of them.
   */
  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'disclosures_pkey' })
  since: Date;

  /** No foreign key: that someone has read it outlives their leaving. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'disclosures_pkey' })
  readerMembershipId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'disclosures_pkey' })
  readerRole: ReaderRole;

  /** The operation's id in the OpenAPI document. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'disclosures_pkey' })
  operation: string;

  /** The student, the list, or the school that was read; one read may include several people of a family. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'disclosures_pkey' })
  resourceId: string;

  /** True where the reader also got what is hidden from other families. */
  @Column('boolean')
  unmasked: boolean;

  @Column('integer')
  count: number;

  /** UTC; the latest of the reads. */
  @Column('timestamptz')
  lastAt: Date;
}
