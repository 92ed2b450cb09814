import { ApiSchema, ApiProperty } from '@nestjs/swagger';
import type { Coordinates } from '../../../platform/geocoding/geocoder.js';
import { ORGANIZATION_KINDS, type OrganizationKind } from '../../../policy/organization-access.js';
import { StudentGuardian } from '../roster/roster.dto.js';

export class PostalAddressBody {
  line1: string;

  @ApiProperty({ type: String, nullable: true })
  line2: string | null;

  city: string;

  @ApiProperty({ type: String, nullable: true })
  region: string | null;

  @ApiProperty({ type: String, nullable: true })
  postal_code: string | null;

  country: string;
}

export class StudentOrganization {
  @ApiProperty({ format: 'uuid' })
  id: string;

  short_name: string;

  name: string;

  @ApiProperty({ enum: ORGANIZATION_KINDS })
  kind: OrganizationKind;
}

/** A private note of the caller on a student; nobody else ever sees it. */
@ApiSchema({ name: 'Note' })
export class StudentNote {
  @ApiProperty({ format: 'uuid' })
  student_id: string;

  body: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

export class StudentDetail {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  /** What the student goes by. */
  first_name: string;

  /** The first name in the school's records where it is another one: for admins and the student's own guardians, else null. */
  @ApiProperty({ type: String, nullable: true })
  legal_first_name: string | null;

  /** As `legal_first_name`. */
  @ApiProperty({ type: String, nullable: true })
  legal_last_name: string | null;

  @ApiProperty({ type: String, nullable: true })
  middle_name: string | null;

  last_name: string;

  /** Where there is one, it is `first_name` in every answer. */
  @ApiProperty({ type: String, nullable: true })
  preferred_name: string | null;

  /** First and last name. */
  name: string;

  @ApiProperty({ type: 'integer', nullable: true })
  graduation_year: number | null;

  @ApiProperty({ type: String, nullable: true })
  grade: string | null;

  /** The student's own. Null when there is none, or while a guardian of the student shows the name only. */
  @ApiProperty({ type: String, nullable: true })
  email: string | null;

  /** The student's own; as `email`. */
  @ApiProperty({ type: String, nullable: true })
  phone: string | null;

  /** Null when unknown or when the family hides it. */
  @ApiProperty({ type: PostalAddressBody, nullable: true })
  address: PostalAddressBody | null;

  /** Degrees, WGS 84; null when unknown or when the family hides the address. */
  @ApiProperty({ type: Number, nullable: true })
  latitude: number | null;

  @ApiProperty({ type: Number, nullable: true })
  longitude: number | null;

  /** Whether the family shows the address to other members. */
  address_visible: boolean;

  has_photo: boolean;

  /** Primary first, then by last and first name. */
  @ApiProperty({ type: [StudentGuardian] })
  guardians: StudentGuardian[];

  /** Whose roster the student is on: teams, clubs, then classes, each by name; archived ones for admins only. */
  @ApiProperty({ type: [StudentOrganization] })
  organizations: StudentOrganization[];

  /** One of the caller's linked students. */
  is_own: boolean;

  /** The caller's own star. */
  starred: boolean;

  /** The caller's own note, if any. */
  @ApiProperty({ type: [StudentNote], maxItems: 1 })
  notes: StudentNote[];
}

export const withCoordinates = (student: StudentDetail, coordinates: Coordinates): StudentDetail => ({
  ...student,
  ...coordinates,
});

export class AsSeenByOthers {
  /** The caller, as on the first of the students; null without linked students. */
  @ApiProperty({ type: StudentGuardian, nullable: true })
  guardian: StudentGuardian | null;

  /** The caller's linked students, by last name, then first name. */
  @ApiProperty({ type: [StudentDetail] })
  students: StudentDetail[];
}
