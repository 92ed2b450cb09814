import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  type AppError,
  ERROR_REASONS,
  ERROR_STATUS,
  type ErrorCode,
  type ErrorReason,
} from '../errors/app-error.js';

export class FieldErrorBody {
  /** Dotted path of the field in the body or query. */
  path: string;

  message: string;
}

export class ErrorDetailsBody {
  /** Stable: switch on it. */
  @ApiProperty({ enum: Object.keys(ERROR_STATUS) })
  code: ErrorCode;

  /** For people; not to be parsed. */
  message: string;

  /** Stable sub-code. */
  @ApiPropertyOptional({ enum: ERROR_REASONS })
  reason?: ErrorReason;

  /** With `validation_failed`, and with the reason `item_full`. */
  @ApiPropertyOptional({ type: [FieldErrorBody] })
  fields?: FieldErrorBody[];
}

export class ErrorBody {
  error: ErrorDetailsBody;
}

export function toErrorBody(error: AppError): ErrorBody {
  const { reason, fields } = error.details;
  return {
    error: {
      code: error.code,
      message: error.message,
      ...(reason && { reason }),
      ...(fields && { fields }),
    },
  };
}
