import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { RetiringKey, SameSchool, School } from '../schools/school.entity.js';
import { Membership } from '../memberships/membership.entity.js';
import { Organization } from './organization.entity.js';

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
