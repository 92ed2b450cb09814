import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An application that may obtain tokens; its credentials are issued by the operator (specification section 5). */
@Entity('applications')
export class Application {
  /** The `client_id`. */
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'applications_pkey' })
  id: string;

  @Column('text')
  name: string;

  /** SHA-256 of a secret of 256 random bits: there is nothing to guess, so a slow hash would protect nothing. */
  @Column('text')
  secretHash: string;

  /** Of the only schools that it is for, the demo's; null for every school. */
  @Column('uuid', { array: true, nullable: true })
  onlySchools: string[] | null;

  /** UTC; when a start printed a secret that is made anew at each. */
  @Column('timestamptz', { nullable: true })
  secretShownAt: Date | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;
}
