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
import { School, RetiringKey, SameSchool } from '../schools/school.entity.js';
import type { OrganizationKind } from '../../policy/organization-access.js';
import { Membership } from '../memberships/membership.entity.js';
import type { ImageType } from '../../platform/images/image-type.js';

/** A team, a club or a class. */
@Entity('organizations')
@Unique('organizations_short_name_key', ['schoolId', 'shortName'])
@Unique('organizations_source_key', ['schoolId', 'source', 'sourceId'])
@Check('organizations_kind_check', `kind in ('team', 'club', 'class')`)
export class Organization {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'organizations_pkey' })
  @Index('organizations_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'organizations_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'organizations_school_fkey' })
  schoolId: string;

  @Column('text')
  kind: OrganizationKind;

  @Column({ type: 'text', collation: 'und-x-icu' })
  name: string;

  /** Lower-case letters, digits and hyphens. */
  @Column('text')
  shortName: string;

  @Column('text', { nullable: true })
  category: string | null;

  @Column('text', { nullable: true })
  season: string | null;

  /** Sanitised HTML (contract section 0, rule 13). */
  @Column('text', { nullable: true })
  description: string | null;

  @Column('text', { nullable: true })
  website: string | null;

  @Column('text', { nullable: true })
  meetingInfo: string | null;

  /** The system the record came from: `content`, or the name of a OneRoster source. */
  @Column('text')
  source: string;

  @Column('text')
  sourceId: string;

  /** Fingerprint of the row last imported: an unchanged row never overwrites what was edited here since. */
  @Column('text', { nullable: true })
  sourceDigest: string | null;

  /** UTC; an archived organization is there for admins only, and its grants are not live. */
  @Column('timestamptz', { nullable: true })
  archivedAt: Date | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}

/** The right of a member to edit an organization, while it is live (contract section 0.2). */
@Entity('organization_grants')
@Unique('organization_grants_membership_key', ['schoolId', 'membershipId', 'organizationId'])
@RetiringKey('organization_grants_membership_organization_key', ['membershipId', 'organizationId'])
@Index('organization_grants_expiry_idx', ['expiresAt'])
export class OrganizationGrant {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'organization_grants_pkey' })
  @Index('organization_grants_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'organization_grants_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'organization_grants_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @Index('organization_grants_organization_idx')
  @SameSchool(() => Organization, { onDelete: 'CASCADE', name: 'organization_grants_organization_fkey' })
  organizationId: string;

  @Column('uuid')
  @SameSchool(() => Membership, { onDelete: 'CASCADE', name: 'organization_grants_membership_fkey' })
  membershipId: string;

  /** UTC. */
  @Column('timestamptz')
  startsAt: Date;

  /** UTC; null: until revoked. */
  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  /** UTC. */
  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;

  /** The `expiresAt` that the member was told of; null: of none. */
  @Column('timestamptz', { nullable: true })
  expiryToldFor: Date | null;
}

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
