import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Membership } from '../memberships/membership.entity.js';
import { SameSchool, School } from '../schools/school.entity.js';

/** A password of a member for one program that reads their address books (CardDAV). */
@Entity('app_passwords')
@Unique('app_passwords_digest_key', ['digest'])
export class AppPassword {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'app_passwords_pkey' })
  @Index('app_passwords_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'app_passwords_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'app_passwords_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @Index('app_passwords_owner_idx')
  @SameSchool(() => Membership, { onDelete: 'CASCADE', name: 'app_passwords_owner_fkey' })
  membershipId: string;

  /** The program or device that it is for. */
  @Column('text')
  name: string;

  /** SHA-256 of the password, base64url. The password itself is shown once, and is nowhere. */
  @Column('text')
  digest: string;

  @Column('timestamptz')
  createdAt: Date;
}
