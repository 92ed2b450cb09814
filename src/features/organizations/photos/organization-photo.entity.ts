import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { SameSchool, School } from '../../schools/school.entity.js';
import { Membership } from '../../memberships/membership.entity.js';
import type { ImageType } from '../../../platform/images/image-type.js';
import { Organization } from '../organization.entity.js';

/** A confirmed photo; its bytes are the object `organization-photos/{organizationId}/{id}.{ext}`. */
@Entity('organization_photos')
export class OrganizationPhoto {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'organization_photos_pkey' })
  @Index('organization_photos_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'organization_photos_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'organization_photos_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @Index('organization_photos_organization_idx')
  @SameSchool(() => Organization, { onDelete: 'CASCADE', name: 'organization_photos_organization_fkey' })
  organizationId: string;

  @Column('text')
  contentType: ImageType;

  @Column('text', { nullable: true })
  caption: string | null;

  /** Pixels. */
  @Column('integer')
  width: number;

  @Column('integer')
  height: number;

  @Column('integer')
  sizeBytes: number;

  /** Null once the person has left. */
  @Column('uuid', { nullable: true })
  @Index('organization_photos_uploader_idx')
  @SameSchool(() => Membership, { onDelete: 'SET NULL', name: 'organization_photos_uploader_fkey' })
  uploadedByMembershipId: string | null;

  @Column('timestamptz')
  createdAt: Date;
}
