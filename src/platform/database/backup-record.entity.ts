import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A backup of the whole installation that was made and read back, and its location. */
@Entity('backups')
export class BackupRecord {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'backups_pkey' })
  id: string;

  /** UTC: the moment that it is of. */
  @Column('timestamptz')
  @Index('backups_made_idx')
  madeAt: Date;

  /** The path on the machine that made it, or `s3://…`. */
  @Column('text')
  address: string;

  @Column('boolean')
  isEncrypted: boolean;
}
