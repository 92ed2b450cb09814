import {
  Check,
  Column,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import { Document } from '../documents/document.entity.js';
import { Membership } from '../memberships/membership.entity.js';
import { Notice } from '../notices/notice.entity.js';
import { SameSchool, School } from '../schools/school.entity.js';
import type { AttachmentType } from './attachment-type.js';

/** Kinds of items that an upload is for; the kind selects the prefix of the key. */
export const ATTACHED_TO = ['document', 'notice'] as const;
export type AttachedTo = (typeof ATTACHED_TO)[number];

/** An uploaded file: of nobody yet, or of the one item that was saved with its key. */
@Entity('attachments')
@Unique('attachments_key_key', ['key'])
@Index('attachments_unsaved_idx', ['schoolId', 'uploadedAt'])
@Check('attachments_owner_check', `num_nonnulls(document_id, notice_id) <= 1`)
@Check('attachments_entity_type_check', `entity_type in ('document', 'notice')`)
export class Attachment {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'attachments_pkey' })
  @Index('attachments_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'attachments_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'attachments_school_fkey' })
  schoolId: string;

  @Column('text')
  entityType: AttachedTo;

  /** `{entity_type}s/{schoolId}/{uuid}.{ext}` (contract section 5, rule 7). */
  @Column('text')
  key: string;

  /** Name of the file at the uploader. */
  @Column('text')
  fileName: string;

  @Column('text')
  contentType: AttachmentType;

  @Column('integer')
  sizeBytes: number;

  @Column('uuid', { nullable: true })
  @Index('attachments_uploader_idx')
  @SameSchool(() => Membership, { onDelete: 'SET NULL', name: 'attachments_uploader_fkey' })
  uploadedByMembershipId: string | null;

  /** UTC; one that is in no item a day later is no longer there. */
  @Column('timestamptz')
  uploadedAt: Date;

  @Column('uuid', { nullable: true })
  @Index('attachments_document_idx')
  @SameSchool(() => Document, { onDelete: 'CASCADE', name: 'attachments_document_fkey' })
  documentId: string | null;

  @Column('uuid', { nullable: true })
  @Index('attachments_notice_idx')
  @SameSchool(() => Notice, { onDelete: 'CASCADE', name: 'attachments_notice_fkey' })
  noticeId: string | null;

  /** In its item, from 0. */
  @Column('integer', { default: 0 })
  position: number;
}
