import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  PrimaryGeneratedColumn,
  Unique,
  UpdateDateColumn,
} from 'typeorm';
import type { DefaultAddress, ProfileVisibility } from '../../policy/privacy-mask.js';
import type { FeatureFlags } from '../../policy/school-feature.js';

interface SameSchoolOptions {
  name: string;
  onDelete: 'CASCADE' | 'SET NULL';
}

/**
 * A foreign key to a row of the same school, on the property that holds the row's id. The key of such a table begins with
 * `schoolId`. Where the row may go without this one, the migration writes `ON DELETE SET NULL` with the column's name:
 * the school stays.
 */
export const SameSchool =
  (type: () => new () => { id: string; schoolId: string }, options: SameSchoolOptions): PropertyDecorator =>
  (target, property) =>
    ForeignKey(type, ['schoolId', String(property)], ['schoolId', 'id'], options)(target.constructor);

/**
 * A key without its school, which the version before names in `ON CONFLICT` while it runs beside this one. The next
 * version drops it.
 */
export const RetiringKey = (name: string, properties: string[]): ClassDecorator => Unique(name, properties);

@Entity('schools')
@Unique('schools_short_name_key', ['shortName'])
@Unique('schools_source_key', ['source', 'sourceId'])
@Check('schools_default_visibility_check', `default_visibility in ('full', 'name_only')`)
@Check('schools_default_address_check', `default_address in ('shown', 'hidden')`)
export class School {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'schools_pkey' })
  id: string;

  @Column('text')
  shortName: string;

  @Column({ type: 'text', collation: 'und-x-icu' })
  name: string;

  /** IANA name, for instance `America/New_York`. */
  @Column('text')
  timeZone: string;

  /** ISO 3166-1 alpha-2. */
  @Column('text')
  country: string;

  /** BCP 47. */
  @Column('text')
  locale: string;

  /** A toggle that is not named here is on. */
  @Column('jsonb', { default: {} })
  features: Partial<FeatureFlags>;

  /** Visibility of contacts, for people who have not chosen. */
  @Column('text', { default: 'full' })
  defaultVisibility: ProfileVisibility;

  /** Visibility of addresses, for families who have not chosen. */
  @Column('text', { default: 'shown' })
  defaultAddress: DefaultAddress;

  /** How long a parent stays a member after the last of their students has gone (contract section 16, rule 5). */
  @Column('integer', { default: 60 })
  graceDays: number;

  /** Whether a guardian whom an import has brought with an email may register as if invited (rule 4). */
  @Column('boolean', { default: true })
  guardiansMayRegister: boolean;

  /** Whether members may read their lists and organizations with an address book program (CardDAV): what a phone has once, it may pass on. */
  @Column('boolean', { default: false })
  addressBooks: boolean;

  /** The system that feeds the roster, null for a school made by hand. */
  @Column('text', { nullable: true })
  source: string | null;

  @Column('text', { nullable: true })
  sourceId: string | null;

  /** UTC: when it moved to another installation; nobody writes to it here since. Null: it is here. */
  @Column('timestamptz', { nullable: true })
  movedAt: Date | null;

  /** The database that it moved to, as that names itself. Null: it is here. */
  @Column('text', { nullable: true })
  movedTo: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
