import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { User } from '../../account/user.entity.js';

/** Hours of the day in which a person gets no mail, by the clock of the school that it is from. */
@Entity('quiet_hours')
export class QuietHours {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'quiet_hours_pkey' })
  @ForeignKey(() => User, { onDelete: 'CASCADE', name: 'quiet_hours_user_fkey' })
  userId: string;

  /** `HH:MM`. */
  @Column('text')
  begins: string;

  /** `HH:MM`; of the next day where it is earlier. */
  @Column('text')
  ends: string;
}
