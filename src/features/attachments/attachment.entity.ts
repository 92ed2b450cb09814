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
import { PermissionSlip } from '../permission-slips/permission-slip.entity.js';
import { SlipResponse } from '../permission-slips/responses/slip-response.entity.js';
import { HAS_ONE_OWNER_AT_MOST } from '../../platform/database/unsaved-attachment.js';
import { SameSchool, School } from '../schools/school.entity.js';
import type { AttachmentType } from './attachment-type.js';

/** Kinds of items that an upload is for; the kind selects the prefix of the key. */
export const ATTACHED_TO = ['document', 'notice', 'permission_slip'] as const;
export type AttachedTo = (typeof ATTACHED_TO)[number];

/** What a file can be of: an item, or the scan of an answer on paper. */
export type AttachmentOwner = AttachedTo | 'slip_response';

/** An uploaded file: of nobody yet, or of the one item that was saved with its key. */
@Entity('attachments')
@Unique('attachments_key_key', ['key'])
@Index('attachments_unsaved_idx', ['schoolId', 'uploadedAt'])
@Check('attachments_owner_check', HAS_ONE_OWNER_AT_MOST)
@Check('attachments_entity_type_check', `entity_type in ('document', 'notice', 'permission_slip')`)
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

  @Column('uuid', { nullable: true })
  @Index('attachments_permission_slip_idx')
  @SameSchool(() => PermissionSlip, { onDelete: 'CASCADE', name: 'attachments_permission_slip_fkey' })
  permissionSlipId: string | null;

  /** The revision of an answer on paper whose scan it is. */
  @Column('uuid', { nullable: true })
  @Index('attachments_slip_response_idx')
  @SameSchool(() => SlipResponse, { onDelete: 'CASCADE', name: 'attachments_slip_response_fkey' })
  slipResponseId: string | null;

  /** In its item, from 0. */
  @Column('integer', { default: 0 })
  position: number;
}
