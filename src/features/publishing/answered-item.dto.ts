import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsOptional, IsUUID } from 'class-validator';
import { NestedBody } from '../../platform/http/declared-members.js';
import { IsTimestamp } from '../../platform/http/field-decorators.js';
import { ANSWERED_STATES, type AnsweredState } from '../../policy/answered-item.js';
import { AudienceInput } from '../../policy/audience.dto.js';

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

/** Members that polls, sign-ups and slips have. One that is left out stays; null clears it. */
export class AnsweredItemFields {
  /** The organization whose it is; an editor needs a live grant on it. Null: the whole school's. */
  @IsOptional()
  @IsUUID('loose')
  @ApiPropertyOptional({ type: String, format: 'uuid', nullable: true })
  organization_id?: string | null;

  /** Without one, what is an organization's is addressed to that organization, anything else to the school. */
  @IsOptional()
  @NestedBody(() => AudienceInput)
  @ApiPropertyOptional({ type: AudienceInput, nullable: true })
  audience?: AudienceInput | null;

  /** Null, or left out of a new one: a draft, which nobody but its managers sees. */
  @OptionalMoment()
  opens_at?: string | null;

  /** Closed from this moment on; null for what stays open. */
  @OptionalMoment()
  closes_at?: string | null;

  /** Whether the audience is told when it opens, and of a poll or a slip on its last day. */
  @IsOptional()
  @IsBoolean()
  @ApiPropertyOptional({ type: Boolean, nullable: true, default: true })
  send_alert?: boolean | null;
}

/** In a change: brings back what was deleted in the last 30 days. */
export const Undeleted = () =>
  applyDecorators(IsOptional(), IsIn([false]), ApiPropertyOptional({ type: Boolean, enum: [false] }));

export class SentReminders {
  /** Members who are reminded. */
  @ApiProperty({ type: 'integer' })
  recipients: number;
}
