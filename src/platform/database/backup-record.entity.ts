import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** That a backup of the whole installation was made and read back, and where it was put. */
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
