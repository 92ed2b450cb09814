import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min, ValidateBy } from 'class-validator';
import { BlankIsNull } from '../../../platform/http/field-decorators.js';
import { RESULT_OUTCOMES, type ResultOutcome } from '../events/event-values.js';

const HIGHEST = 1_000_000;
const DECIMAL_PLACES = 3;

/** Not IsNumber with `maxDecimalPlaces`, which fails at 1e-7: it looks for the places behind a point in the text. */
const HasFewDecimalPlaces = () =>
  ValidateBy({
    name: 'hasFewDecimalPlaces',
    validator: {
      validate: (value: unknown) =>
        typeof value === 'number' && Number(value.toFixed(DECIMAL_PLACES)) === value,
      defaultMessage: () => `$property must be a number with at most ${DECIMAL_PLACES} decimal places`,
    },
  });

const Score = () =>
  applyDecorators(
    IsOptional(),
    HasFewDecimalPlaces(),
    Min(-HIGHEST),
    Max(HIGHEST),
    ApiPropertyOptional({ type: Number, nullable: true, minimum: -HIGHEST, maximum: HIGHEST }),
  );

const Rank = () =>
  applyDecorators(
    IsOptional(),
    IsInt(),
    Min(1),
    Max(HIGHEST),
    ApiPropertyOptional({ type: 'integer', nullable: true, minimum: 1, maximum: HIGHEST }),
  );

/** The whole result: what is left out is null. */
export class ResultInput {
  /** Agrees with the scores when both are given: a win has more for than against. `placed` needs a place. */
  @IsIn(RESULT_OUTCOMES)
  @ApiProperty({ enum: RESULT_OUTCOMES })
  outcome: ResultOutcome;

  /** At most three decimal places. */
  @Score()
  score_for?: number | null;

  /** At most three decimal places. */
  @Score()
  score_against?: number | null;

  /** Not beyond `field_size`. */
  @Rank()
  place?: number | null;

  /** How many took part. */
  @Rank()
  field_size?: number | null;

  /** Plain text. */
  @BlankIsNull('several lines')
  @IsOptional()
  @IsString()
  @MaxLength(5000)
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 5000 })
  summary?: string | null;
}

/** How an event of an organization ended. */
export class EventResultBody {
  /** Of an occurrence: `{seriesId}_{originalStart}`. */
  event_id: string;

  /** At the school: the day on which the event starts. */
  @ApiProperty({ format: 'date' })
  date: string;

  @ApiProperty({ type: String, nullable: true })
  opponent: string | null;

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

  /** "A former member" for someone who is no active member any more. */
  recorded_by_name: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

/** Counted from the results that the caller sees; it is never stored. */
export class OrganizationRecord {
  @ApiProperty({ type: String, nullable: true })
  season: string | null;

  @ApiProperty({ type: 'integer' })
  wins: number;

  @ApiProperty({ type: 'integer' })
  losses: number;

  @ApiProperty({ type: 'integer' })
  ties: number;

  /** Sum of every score_for that is given, whatever the outcome. */
  points_for: number;

  /** Sum of every score_against that is given, whatever the outcome. */
  points_against: number;

  /**
   * The latest run of wins (W), losses (L) or ties (T), such as `W3`; other outcomes neither count nor break it. Empty
   * when there is none.
   */
  streak: string;
}

export class OrganizationResults {
  record: OrganizationRecord;

  /** Newest first. */
  @ApiProperty({ type: [EventResultBody] })
  results: EventResultBody[];
}

export class ResultsQuery {
  /** There are results of the organization's own season alone: any other has none. */
  @BlankIsNull()
  @IsOptional()
  @IsString()
  @MaxLength(200)
  @ApiPropertyOptional({ type: String, maxLength: 200 })
  season?: string | null;
}
