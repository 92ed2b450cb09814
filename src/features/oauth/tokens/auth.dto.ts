import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, IsUUID, MaxLength, MinLength, ValidateIf } from 'class-validator';
import { TWO_STEP_METHODS, type TwoStepMethod } from '../../account/two-step/two-step-method.js';

const GRANT_TYPES = ['password', 'refresh_token'] as const;

export class TokenRequest {
  @IsIn(GRANT_TYPES)
  @ApiProperty({ enum: GRANT_TYPES })
  grant_type: (typeof GRANT_TYPES)[number];

  /** With grant type `password`. */
  @ValidateIf((request: TokenRequest) => request.grant_type === 'password')
  @IsString()
  @MinLength(1)
  @MaxLength(254)
  @ApiPropertyOptional({ type: String, maxLength: 254 })
  email?: string;

  /** With grant type `password`. */
  @ValidateIf((request: TokenRequest) => request.grant_type === 'password')
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  @ApiPropertyOptional({ type: String, format: 'password', maxLength: 200 })
  password?: string;

  /** With grant type `refresh_token`. */
  @ValidateIf((request: TokenRequest) => request.grant_type === 'refresh_token')
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  @ApiPropertyOptional({ type: String, maxLength: 200 })
  refresh_token?: string;
}

export class TokenPair {
  access_token: string;

  @ApiProperty({ enum: ['Bearer'] })
  token_type: 'Bearer';

  /** Seconds. */
  @ApiProperty({ type: 'integer' })
  expires_in: number;

  /** Good for one renewal. */
  refresh_token: string;

  /** Seconds. */
  @ApiProperty({ type: 'integer' })
  refresh_expires_in: number;

  /** True: every other operation answers 401 `mfa_required` until the second step is done. */
  mfa_required: boolean;
}

export class ChallengeRequest {
  /** Email for who has neither an authenticator app nor a passkey, and for nobody else; else the app, or a recovery code. */
  @IsOptional()
  @IsIn(TWO_STEP_METHODS)
  @ApiPropertyOptional({ enum: TWO_STEP_METHODS })
  method?: TwoStepMethod;
}

export class Challenge {
  @ApiProperty({ format: 'uuid' })
  challenge_id: string;

  @ApiProperty({ enum: TWO_STEP_METHODS })
  method: TwoStepMethod;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;
}

export class VerifyRequest {
  @IsUUID()
  @ApiProperty({ format: 'uuid' })
  challenge_id: string;

  /** Six digits, or a recovery code. */
  @IsString()
  @MinLength(1)
  @MaxLength(64)
  code: string;
}

export class RevokeRequest {
  /** Ends the session of this token; without one, the session of the bearer token. */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  @ApiPropertyOptional({ type: String })
  refresh_token?: string;
}
