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
import type { AudienceType } from '../../policy/audience.js';
import { Category } from '../categories/category.entity.js';
import { Membership } from '../memberships/membership.entity.js';
import { Organization } from '../organizations/organization.entity.js';
import { School } from '../schools/school.entity.js';

/** An entry of the Document Library. */
@Entity('documents')
@Unique('documents_source_key', ['schoolId', 'source', 'sourceId'])
@Check(
  'documents_audience_check',
  `audience_type in ('school', 'graduation_years', 'organizations', 'admins')`,
)
export class Document {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'documents_pkey' })
  id: string;

  @Column('uuid')
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'documents_school_fkey' })
  schoolId: string;

  @Column('uuid', { nullable: true })
  @Index('documents_organization_idx')
  @ForeignKey(() => Organization, { onDelete: 'CASCADE', name: 'documents_organization_fkey' })
  organizationId: string | null;

  @Column({ type: 'text', collation: 'und-x-icu' })
  title: string;

  /** Sanitised HTML. */
  @Column('text', { nullable: true })
  description: string | null;

  @Column('uuid', { nullable: true })
  @Index('documents_category_idx')
  @ForeignKey(() => Category, { onDelete: 'SET NULL', name: 'documents_category_fkey' })
  categoryId: string | null;

  @Column('text')
  audienceType: AudienceType;

  @Column('integer', { array: true, default: '{}' })
  audienceYears: number[];

  @Column('uuid', { array: true, default: '{}' })
  audienceOrganizationIds: string[];

  /** Null for what an import made, and once the person has left. */
  @Column('uuid', { nullable: true })
  @Index('documents_author_idx')
  @ForeignKey(() => Membership, { onDelete: 'SET NULL', name: 'documents_author_fkey' })
  createdByMembershipId: string | null;

  /** `api` or `content`. */
  @Column('text')
  source: string;

  /** The key in the source; null for what the API made. */
  @Column('text', { nullable: true })
  sourceId: string | null;

  @Column('text', { nullable: true })
  sourceDigest: string | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}

/** That a member opened a document or one of its attachments: it no longer counts as new to them. */
@Entity('document_openings')
export class DocumentOpening {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'document_openings_pkey' })
  @ForeignKey(() => Membership, { onDelete: 'CASCADE', name: 'document_openings_reader_fkey' })
  membershipId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'document_openings_pkey' })
  @Index('document_openings_document_idx')
  @ForeignKey(() => Document, { onDelete: 'CASCADE', name: 'document_openings_document_fkey' })
  documentId: string;

  @Column('uuid')
  @Index('document_openings_school_idx')
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'document_openings_school_fkey' })
  schoolId: string;

  /** UTC, the first time. */
  @Column('timestamptz')
  openedAt: Date;
}
