import { Check, Column, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { AUDIENCE_TYPES, type AudienceType } from '../../policy/audience.js';
import type { AudienceColumns } from '../../policy/audience.dto.js';
import { Category } from '../categories/category.entity.js';
import { Membership } from '../memberships/membership.entity.js';
import { Organization } from '../organizations/organization.entity.js';
import { SameSchool, School } from '../schools/school.entity.js';

/*
 * The columns that published items have in common. An entity extends one of these and says the name of its table, with
 * which the names of the constraints begin. An index on what all have stands with the entity, whose lists it serves.
 */

const AUDIENCES = AUDIENCE_TYPES.map((type) => `'${type}'`).join(', ');

/** Columns for the owner, the audience, and the origin of an item. */
function PublishedItem(table: string) {
  @Check(`${table}_audience_check`, `audience_type in (${AUDIENCES})`)
  abstract class PublishedColumns implements AudienceColumns {
    @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: `${table}_pkey` })
    @Index(`${table}_id_key`, { unique: true })
    id: string;

    @PrimaryColumn('uuid', { primaryKeyConstraintName: `${table}_pkey` })
    @ForeignKey(() => School, { onDelete: 'CASCADE', name: `${table}_school_fkey` })
    schoolId: string;

    /** Null for what is the whole school's. */
    @Column('uuid', { nullable: true })
    @SameSchool(() => Organization, { onDelete: 'CASCADE', name: `${table}_organization_fkey` })
    organizationId: string | null;

    @Column('text')
    audienceType: AudienceType;

    @Column('integer', { array: true, default: '{}' })
    audienceYears: number[];

    @Column('uuid', { array: true, default: '{}' })
    audienceOrganizationIds: string[];

    /** `api`, `content`, or `calendar` of an imported file. */
    @Column('text')
    source: string;

    /** Digest of the last import; null for an item that was made by the API. */
    @Column('text', { nullable: true })
    sourceDigest: string | null;

    @Column('timestamptz')
    createdAt: Date;

    @Column('timestamptz')
    updatedAt: Date;
  }
  return PublishedColumns;
}

/** Made and changed by operations, or by an import: events, series, notices and documents. */
export function EditableItem(table: string) {
  @Unique(`${table}_source_key`, ['schoolId', 'source', 'sourceId'])
  abstract class EditableColumns extends PublishedItem(table) {
    @Column('uuid', { nullable: true })
    @Index(`${table}_category_idx`)
    @SameSchool(() => Category, { onDelete: 'SET NULL', name: `${table}_category_fkey` })
    categoryId: string | null;

    /** The key or UID in the source; null for what the API made. */
    @Column('text', { nullable: true })
    sourceId: string | null;
  }
  return EditableColumns;
}

/** Shown with who made it: notices and documents. */
export function AuthoredItem(table: string) {
  abstract class AuthoredColumns extends EditableItem(table) {
    /** Null for what an import made, and once the person has left. */
    @Column('uuid', { nullable: true })
    @Index(`${table}_author_idx`)
    @SameSchool(() => Membership, { onDelete: 'SET NULL', name: `${table}_author_fkey` })
    createdByMembershipId: string | null;
  }
  return AuthoredColumns;
}

/** Answered between two moments: polls, sign-ups and permission slips. */
export function AnsweredItem(table: string) {
  @Unique(`${table}_source_key`, ['schoolId', 'source', 'sourceId'])
  @Index(`${table}_to_alert_idx`, ['opensAt'], { where: 'alerted_at is null' })
  abstract class AnsweredColumns extends PublishedItem(table) {
    /** UTC; hidden before. Null for a draft. */
    @Column('timestamptz', { nullable: true })
    opensAt: Date | null;

    /** UTC; closed from this moment on. */
    @Column('timestamptz', { nullable: true })
    closesAt: Date | null;

    /** UTC: when everyone whom it is addressed to was told that it is open, or it was decided that nobody is; null while that lies ahead. */
    @Column('timestamptz', { nullable: true })
    alertedAt: Date | null;

    /** UTC: hidden since, and kept for the answers that it has. */
    @Column('timestamptz', { nullable: true })
    deletedAt: Date | null;

    /** The key in the source; null for what the API made. */
    @Column('text', { nullable: true })
    sourceId: string | null;
  }
  return AnsweredColumns;
}
