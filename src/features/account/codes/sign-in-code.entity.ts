import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../user.entity.js';

/** A code by mail, in the place of a password: asked for in a browser, and good in that browser alone. */
@Entity('sign_in_codes')
export class SignInCode {
  /** Known to the browser that has asked. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'sign_in_codes_pkey' })
  id: string;

  /** The account that it was mailed to; null until then, and for an address that nobody has. */
  @Column('uuid', { nullable: true })
  @Index('sign_in_codes_user_idx')
  @ForeignKey(() => User, { onDelete: 'CASCADE', name: 'sign_in_codes_user_fkey' })
  userId: string | null;

  /** SHA-256 of id, address and code; null until it is mailed. */
  @Column('text', { nullable: true })
  codeHash: string | null;

  /** Wrong codes that were tried. */
  @Column('integer', { default: 0 })
  failures: number;

  @Column('timestamptz')
  @Index('sign_in_codes_expiry_idx')
  expiresAt: Date;

  @Column('timestamptz', { nullable: true })
  usedAt: Date | null;
}
