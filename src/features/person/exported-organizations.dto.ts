import { ApiProperty } from '@nestjs/swagger';
import { RESULT_OUTCOMES, type ResultOutcome } from '../calendar/events/event-values.js';
import { MEAL_TYPES, type MealType } from '../menus/meal-type.js';

const WAYS = ['parent', 'leader', 'editor'] as const;

/** A relation of the person to an organization; that of an editor has the dates of the grant. */
export class ExportedOrganizationTie {
  @ApiProperty({ format: 'uuid' })
  school_id: string;

  @ApiProperty({ format: 'uuid' })
  organization_id: string;

  name: string;

  @ApiProperty({ enum: WAYS })
  as: (typeof WAYS)[number];

  @ApiProperty({ type: String, nullable: true })
  title: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  starts_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  expires_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  revoked_at: string | null;
}

/** How an event of an organization ended, by the person who said so last. */
export class ExportedResult {
  @ApiProperty({ format: 'uuid' })
  school_id: string;

  @ApiProperty({ format: 'uuid' })
  organization_id: string;

  /** Of the event. */
  title: string;

  @ApiProperty({ format: 'date' })
  date: string;

  @ApiProperty({ enum: RESULT_OUTCOMES })
  outcome: ResultOutcome;

  @ApiProperty({ type: Number, nullable: true })
  score_for: number | null;

  @ApiProperty({ type: Number, nullable: true })
  score_against: number | null;

  @ApiProperty({ type: 'integer', nullable: true })
  place: number | null;

  @ApiProperty({ type: 'integer', nullable: true })
  field_size: number | null;

  @ApiProperty({ type: String, nullable: true })
  summary: string | null;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

/** A calendar that the person subscribes to; its address, which is a secret, is not here. */
export class ExportedSubscription {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  name: string;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  organization_id: string | null;

  @ApiProperty({ type: [String] })
  categories: string[];

  @ApiProperty({ type: [String] })
  tags: string[];

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

/** A subscription to menus, by the person. */
export class ExportedMenuSubscription {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  name: string;

  /** Empty: every meal. */
  @ApiProperty({ enum: MEAL_TYPES, isArray: true })
  meal_types: MealType[];

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

export class ExportedAppPassword {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  name: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

/** A departure of the person: imports of this record are passed over. */
export class ExportedDeparture {
  @ApiProperty({ format: 'uuid' })
  school_id: string;

  @ApiProperty({ format: 'uuid' })
  student_id: string;

  source: string;

  source_id: string;
}

/** A record that the school took off while the person hid their contact: an import that brings it back keeps it hidden. */
export class ExportedWithdrawal extends ExportedDeparture {}

class ExportedPublication {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  organization_id: string | null;

  title: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

/** A document that the person added. */
export class ExportedDocument extends ExportedPublication {
  /** Rich text. */
  @ApiProperty({ type: String, nullable: true })
  description: string | null;
}

/** A notice that the person wrote. */
export class ExportedNotice extends ExportedPublication {
  /** Rich text. */
  body: string;

  @ApiProperty({ format: 'date-time' })
  starts_at: string;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;
}

const READ_TYPES = ['document', 'notice'] as const;

/** The first time that the person opened a document, or read a notice. */
export class ExportedReading {
  @ApiProperty({ enum: READ_TYPES })
  type: (typeof READ_TYPES)[number];

  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  @ApiProperty({ format: 'date-time' })
  read_at: string;
}

/** A text of a notice that the person acknowledged. */
export class ExportedAcknowledgement {
  @ApiProperty({ format: 'uuid' })
  notice_id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  /** SHA-256 of title and body, in hex. */
  version: string;

  @ApiProperty({ format: 'date-time' })
  acknowledged_at: string;
}
