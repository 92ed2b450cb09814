import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, IsUUID, MaxLength, MinLength, ValidateIf } from 'class-validator';
import { TWO_STEP_METHODS, type TwoStepMethod } from './user-credentials.entity.js';

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

export class MySession {
  @ApiProperty({ format: 'uuid' })
  id: string;

  /** The application that opened it. */
  client_name: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  /** When tokens of the session were last given out. */
  @ApiProperty({ format: 'date-time' })
  last_used_at: string;

  /** Whether the second step was done. */
  two_step: boolean;

  /** The session of this call. */
  current: boolean;
}

export class MySessions {
  /** The caller's live sessions, last used first. */
  @ApiProperty({ type: [MySession] })
  sessions: MySession[];
}
