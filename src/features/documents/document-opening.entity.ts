import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Membership } from '../memberships/membership.entity.js';
import { SameSchool, School } from '../schools/school.entity.js';
import { Document } from './document.entity.js';

/** A record that a member opened a document or one of its attachments: it no longer counts as new to them. */
@Entity('document_openings')
export class DocumentOpening {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'document_openings_pkey' })
  @SameSchool(() => Membership, { onDelete: 'CASCADE', name: 'document_openings_reader_fkey' })
  membershipId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'document_openings_pkey' })
  @Index('document_openings_document_idx')
  @SameSchool(() => Document, { onDelete: 'CASCADE', name: 'document_openings_document_fkey' })
  documentId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'document_openings_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'document_openings_school_fkey' })
  schoolId: string;

  /** UTC, the first time. */
  @Column('timestamptz')
  openedAt: Date;
}
