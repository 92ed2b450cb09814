import { ApiProperty } from '@nestjs/swagger';
import { AudienceBody } from '../../../policy/audience.dto.js';
import { EVENT_TYPES, HOME_AWAY, type EventType, type HomeAway } from '../events/event-values.js';
import { Title, TitleChange } from '../../publishing/published-fields.dto.js';
import { SeriesRsvp } from '../rsvp/event-rsvp.dto.js';
import { SeriesTimesFields } from './series-times-fields.dto.js';

export class SeriesInput extends SeriesTimesFields {
  @Title()
  title: string;
}

export class SeriesChanges extends SeriesTimesFields {
  @TitleChange()
  title?: string;
}

const EXCEPTION_KINDS = ['changed', 'cancelled'] as const;

export class SeriesException {
  @ApiProperty({ pattern: '^\\d{8}(T\\d{6}Z)?$' })
  original_start: string;

  @ApiProperty({ enum: EXCEPTION_KINDS })
  kind: (typeof EXCEPTION_KINDS)[number];
}

export class EventSeriesBody {
  @ApiProperty({ format: 'uuid' })
  id: string;

  title: string;

  /** Rich text. */
  @ApiProperty({ type: String, nullable: true })
  description: string | null;

  @ApiProperty({ type: String, nullable: true })
  location: string | null;

  all_day: boolean;

  /** On the wall of `time_zone`; a date when all day. */
  @ApiProperty({ example: '2026-09-07T15:30' })
  local_start: string;

  /** Null when all day. */
  @ApiProperty({ type: 'integer', nullable: true })
  duration_minutes: number | null;

  /** Null when timed. */
  @ApiProperty({ type: 'integer', nullable: true })
  duration_days: number | null;

  /** IANA name. */
  time_zone: string;

  @ApiProperty({ type: String, nullable: true })
  rrule: string | null;

  @ApiProperty({ type: [String] })
  rdates: string[];

  /** With those that were called off since. */
  @ApiProperty({ type: [String] })
  exdates: string[];

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  category_id: string | null;

  @ApiProperty({ type: [String] })
  tags: string[];

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  organization_id: string | null;

  audience: AudienceBody;

  @ApiProperty({ enum: EVENT_TYPES })
  event_type: EventType;

  @ApiProperty({ enum: [...HOME_AWAY, null], nullable: true })
  home_away: HomeAway | null;

  @ApiProperty({ type: String, nullable: true })
  opponent: string | null;

  /** Before the first occurrence, on the wall of `time_zone`. */
  @ApiProperty({ type: String, nullable: true, example: '2026-09-07T15:00' })
  arrival_at: string | null;

  @ApiProperty({ type: String, nullable: true })
  uniform: string | null;

  /** Null where its occurrences do not ask who comes. */
  @ApiProperty({ type: SeriesRsvp, nullable: true })
  rsvp: SeriesRsvp | null;

  /** The series that this one was split from. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  split_from: string | null;

  /** Occurrences that take place. */
  @ApiProperty({ type: 'integer' })
  occurrence_count: number;

  /** At the school. */
  @ApiProperty({ format: 'date' })
  first_date: string;

  /** At the school: the last day of the last occurrence. */
  @ApiProperty({ format: 'date' })
  last_date: string;

  /** Occurrences that differ from the series, or were called off. */
  @ApiProperty({ type: [SeriesException] })
  exceptions: SeriesException[];

  /** Rises with each change. */
  @ApiProperty({ type: 'integer' })
  sequence: number;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

export class ChangedEventSeries extends EventSeriesBody {
  /** Ids of exceptions that are no more, since the series no longer produces their original start. */
  @ApiProperty({ type: [String] })
  dropped_exceptions: string[];
}

export class AllEventSeries {
  /** By first_date, then title. */
  @ApiProperty({ type: [EventSeriesBody] })
  series: EventSeriesBody[];
}
