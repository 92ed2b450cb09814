import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { IsTimestamp } from '../../platform/http/field-decorators.js';
import { ANSWERED_STATES, type AnsweredState } from '../../policy/answered-item.js';

/** Which of the items that the caller manages. */
export class ManagedItemsQuery {
  /** Left out: all but those that were deleted. */
  @IsOptional()
  @IsIn(ANSWERED_STATES)
  @ApiPropertyOptional({ enum: ANSWERED_STATES })
  state?: AnsweredState;
}

export const AnsweredStateProperty = () => ApiProperty({ enum: ANSWERED_STATES });

/** A moment that may be left out, and cleared. */
export const OptionalMoment = () =>
  applyDecorators(
    IsOptional(),
    IsTimestamp(),
    ApiPropertyOptional({ type: String, format: 'date-time', nullable: true }),
  );

/** Whether the audience is told when it opens, and on its last day. */
export const SendAlert = () =>
  applyDecorators(
    IsOptional(),
    IsBoolean(),
    ApiPropertyOptional({ type: Boolean, nullable: true, default: true }),
  );

/** In a change: brings back what was deleted in the last 30 days. */
export const Undeleted = () =>
  applyDecorators(IsOptional(), IsIn([false]), ApiPropertyOptional({ type: Boolean, enum: [false] }));

export class SentReminders {
  /** Members who are reminded. */
  @ApiProperty({ type: 'integer' })
  recipients: number;
}
