import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { ImageType } from '../../platform/images/image-type.js';
import { Membership } from '../memberships/membership.entity.js';
import { SameSchool, School } from '../schools/school.entity.js';

/**
 * An image for rich text. Which items embed it is not kept: their text says so (`<img src="image:{id}">`), and it is
 * visible exactly when one of them is (contract section 0, rule 13).
 */
@Entity('embedded_images')
@Unique('embedded_images_key_key', ['key'])
@Index('embedded_images_unused_idx', ['schoolId', 'unusedSince'])
export class EmbeddedImage {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'embedded_images_pkey' })
  @Index('embedded_images_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'embedded_images_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'embedded_images_school_fkey' })
  schoolId: string;

  @Column('text')
  key: string;

  @Column('text')
  contentType: ImageType;

  /** Pixels. */
  @Column('integer')
  width: number;

  @Column('integer')
  height: number;

  @Column('integer')
  sizeBytes: number;

  @Column('uuid', { nullable: true })
  @Index('embedded_images_uploader_idx')
  @SameSchool(() => Membership, { onDelete: 'SET NULL', name: 'embedded_images_uploader_fkey' })
  uploadedByMembershipId: string | null;

  @Column('timestamptz')
  uploadedAt: Date;

  /** UTC; null while an item embeds it. A day after this moment it is no longer there. */
  @Column('timestamptz', { nullable: true })
  unusedSince: Date | null;
}
