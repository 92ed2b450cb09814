import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** An application that may obtain tokens; its credentials are issued by the operator (specification section 5). */
@Entity('applications')
@Index('applications_document_url_key', ['documentUrl'], { unique: true, where: 'document_url is not null' })
@Check('applications_secret_check', 'is_public = (secret_hash is null)')
export class Application {
  /** The `client_id`, unless it has a document. */
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'applications_pkey' })
  id: string;

  @Column('text')
  name: string;

  /** SHA-256 of a secret of 256 random bits: there is nothing to guess, so a slow hash would protect nothing. Null: it cannot keep one. */
  @Column('text', { nullable: true })
  secretHash: string | null;

  /** An app in a browser or on a device, whose secret everybody could read: it has none (RFC 6749 §2.1). */
  @Column('boolean', { default: false })
  isPublic: boolean;

  /** On a device, outside of a browser (RFC 8252). */
  @Column('boolean', { default: false })
  isNative: boolean;

  /** For devices without a keyboard (RFC 8628). */
  @Column('boolean', { default: false })
  usesDeviceCode: boolean;

  /** Where a person may be sent back to with a code, or after signing out. */
  @Column('text', { array: true, default: '{}' })
  redirectUris: string[];

  /** Only schools that it is for; null for every school. An earlier release made one of these for the demo. */
  @Column('uuid', { array: true, nullable: true })
  onlySchools: string[] | null;

  /** UTC; when a start of a release before this one printed its secret. */
  @Column('timestamptz', { nullable: true })
  secretShownAt: Date | null;

  /** Where its document is, which is its `client_id` then. */
  @Column('text', { nullable: true })
  documentUrl: string | null;

  /** UTC. */
  @Column('timestamptz', { nullable: true })
  documentReadAt: Date | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;
}
