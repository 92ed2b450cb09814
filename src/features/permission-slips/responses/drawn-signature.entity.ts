import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../../account/user.entity.js';
import { School } from '../../schools/school.entity.js';

/** A picture of a signature, once for all the answers that its person has given with it. It goes with the account. */
@Entity('drawn_signatures')
export class DrawnSignature {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'drawn_signatures_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'drawn_signatures_school_fkey' })
  schoolId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'drawn_signatures_pkey' })
  @Index('drawn_signatures_user_idx')
  @ForeignKey(() => User, { onDelete: 'CASCADE', name: 'drawn_signatures_user_fkey' })
  userId: string;

  /** Hash of the bytes, in hexadecimal digits. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'drawn_signatures_pkey' })
  sha256: string;

  /** PNG, at most 100 kB. */
  @Column('bytea')
  image: Buffer;
}
