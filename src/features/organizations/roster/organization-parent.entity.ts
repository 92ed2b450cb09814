import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Membership } from '../../memberships/membership.entity.js';
import { RetiringKey, SameSchool, School } from '../../schools/school.entity.js';
import { Organization } from '../organization.entity.js';

/** A parent on the roster of an organization: a team parent, a helper. */
@Entity('organization_parents')
@RetiringKey('organization_parents_member_key', ['organizationId', 'membershipId'])
export class OrganizationParent {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'organization_parents_pkey' })
  @SameSchool(() => Organization, { onDelete: 'CASCADE', name: 'organization_parents_organization_fkey' })
  organizationId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'organization_parents_pkey' })
  @Index('organization_parents_membership_idx')
  @SameSchool(() => Membership, { onDelete: 'CASCADE', name: 'organization_parents_membership_fkey' })
  membershipId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'organization_parents_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'organization_parents_school_fkey' })
  schoolId: string;

  @Column('text', { nullable: true })
  title: string | null;

  @Column('timestamptz')
  addedAt: Date;
}
