import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { ImageType } from '../../platform/images/image-type.js';
import { RetiringKey, SameSchool, School } from '../schools/school.entity.js';
import { Membership } from '../memberships/membership.entity.js';

/** The confirmed photo of a member; its bytes are the object `parent-photos/{membershipId}.{ext}`. */
@Entity('parent_photos')
@RetiringKey('parent_photos_member_key', ['membershipId'])
@Index('parent_photos_small_idx', ['schoolId', 'membershipId'], {
  where: 'small_of is distinct from updated_at',
})
export class ParentPhoto {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'parent_photos_pkey' })
  @SameSchool(() => Membership, { onDelete: 'CASCADE', name: 'parent_photos_membership_fkey' })
  membershipId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'parent_photos_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'parent_photos_school_fkey' })
  schoolId: string;

  @Column('text')
  contentType: ImageType;

  /** Pixels. */
  @Column('integer')
  width: number;

  @Column('integer')
  height: number;

  @Column('integer')
  sizeBytes: number;

  @Column('timestamptz')
  updatedAt: Date;

  /** `updatedAt` of the photo that small pictures were last made of, or could not be; of another one they are still to be made. */
  @Column('timestamptz', { nullable: true })
  smallOf: Date | null;

  /** Whether those small pictures are there: `{key without extension}-96.webp` and `-320.webp`. */
  @Column('boolean', { default: false })
  hasSmall: boolean;
}
