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
import { School } from '../schools/school.entity.js';
import type { OrganizationKind } from '../../policy/organization-access.js';

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
