import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsNotEmpty,
  IsOptional,
  IsString,
  MaxLength,
} from 'class-validator';
import { BlankIsNull, WhenGiven } from '../../platform/http/field-decorators.js';
import {
  DELIVERY_FAILURES,
  DELIVERY_STATES,
  type DeliveryFailure,
  type DeliveryState,
} from './deliveries/delivery-state.js';
import { SCHOOL_KINDS, type SchoolKind } from './webhook-kinds.js';
import type { Webhook } from './webhook.entity.js';

const MAX_URL = 2_000;

const isUrl = [IsString(), IsNotEmpty(), MaxLength(MAX_URL)];
const areKinds = [
  IsArray(),
  ArrayMinSize(1),
  ArrayMaxSize(SCHOOL_KINDS.length),
  ArrayUnique(),
  IsIn(SCHOOL_KINDS, { each: true }),
];
const isDescription = [IsOptional(), BlankIsNull(), IsString(), MaxLength(200)];
const kindsOfApi = { enum: SCHOOL_KINDS, isArray: true, minItems: 1, uniqueItems: true };

export class WebhookInput {
  /** An https address with a name, which has to be one of the public internet at each delivery. */
  @applyDecorators(...isUrl, ApiProperty({ format: 'uri', maxLength: MAX_URL }))
  url: string;

  @applyDecorators(...areKinds, ApiProperty(kindsOfApi))
  kinds: SchoolKind[];

  @applyDecorators(...isDescription, ApiPropertyOptional({ type: String, maxLength: 200, nullable: true }))
  description?: string | null;
}

export class WebhookChanges {
  @applyDecorators(
    WhenGiven(),
    ...isUrl,
    ApiPropertyOptional({ type: String, format: 'uri', maxLength: MAX_URL }),
  )
  url?: string;

  @applyDecorators(WhenGiven(), ...areKinds, ApiPropertyOptional(kindsOfApi))
  kinds?: SchoolKind[];

  @applyDecorators(...isDescription, ApiPropertyOptional({ type: String, maxLength: 200, nullable: true }))
  description?: string | null;

  /** True: it is told of nothing, and what waits for it goes on waiting. False: it begins anew. */
  @applyDecorators(WhenGiven(), IsBoolean(), ApiPropertyOptional({ type: Boolean }))
  paused?: boolean;
}

export class WebhookBody {
  @ApiProperty({ format: 'uuid' })
  id: string;

  url: string;

  @ApiProperty({ type: String, nullable: true })
  description: string | null;

  @ApiProperty({ enum: SCHOOL_KINDS, isArray: true })
  kinds: SchoolKind[];

  /** By a senior admin, or by the service after three days of failures. */
  paused: boolean;

  /** When deliveries began to fail; null while they succeed. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  failing_since: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

export class NewWebhookBody extends WebhookBody {
  /** Signs the deliveries (`whsec_` and base64). It is shown here and nowhere else. */
  secret: string;
}

export class Webhooks {
  /** In the order in which they were made. */
  @ApiProperty({ type: [WebhookBody] })
  webhooks: WebhookBody[];
}

export class WebhookSecret {
  /** Signs the deliveries from now on; the one of before signs beside it for 24 hours. */
  secret: string;
}

/** It is sent at once, and again while it fails. */
export class QueuedDelivery {
  @ApiProperty({ format: 'uuid' })
  delivery_id: string;
}

export class WebhookDeliveriesQuery {
  /** Those in that state alone. */
  @IsOptional()
  @IsIn(DELIVERY_STATES)
  @ApiPropertyOptional({ enum: DELIVERY_STATES })
  state?: DeliveryState;
}

export class WebhookDeliveryBody {
  /** The `webhook-id` of the message. */
  @ApiProperty({ format: 'uuid' })
  id: string;

  /** One that the webhook asks for, or `test`. */
  kind: string;

  @ApiProperty({ enum: DELIVERY_STATES })
  state: DeliveryState;

  /** Since it was written, or last asked for again. */
  @ApiProperty({ type: 'integer' })
  attempts: number;

  /** HTTP status of the last answer; null where there was none. */
  @ApiProperty({ type: 'integer', nullable: true })
  last_status: number | null;

  /** Why the last attempt failed; null where none did, or once it was delivered. */
  @ApiProperty({ enum: [...DELIVERY_FAILURES, null], nullable: true })
  last_error: DeliveryFailure | null;

  /** Null once it has come to an end. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  next_at: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

export class WebhookDeliveries {
  /** Newest first, at most 200. */
  @ApiProperty({ type: [WebhookDeliveryBody] })
  deliveries: WebhookDeliveryBody[];
}

export const toWebhook = (webhook: Webhook): WebhookBody => ({
  id: webhook.id,
  url: webhook.url,
  description: webhook.description,
  kinds: webhook.kinds as SchoolKind[],
  paused: webhook.pausedAt !== null,
  failing_since: webhook.failingSince?.toISOString() ?? null,
  created_at: webhook.createdAt.toISOString(),
  updated_at: webhook.updatedAt.toISOString(),
});
