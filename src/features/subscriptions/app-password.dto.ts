import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength, MinLength } from 'class-validator';
import { NormalizedText } from '../../platform/http/field-decorators.js';
import type { AppPassword } from './app-password.entity.js';

export class AppPasswordInput {
  /** The program or device that it is for. */
  @NormalizedText()
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  name: string;
}

export class AppPasswordBody {
  @ApiProperty({ format: 'uuid' })
  id: string;

  name: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

export class NewAppPasswordBody extends AppPasswordBody {
  /** It is shown here and nowhere else. */
  password: string;

  /** What the program asks for as server. The user name may be anything, best the person's email. */
  @ApiProperty({ format: 'uri' })
  address: string;
}

export class AppPasswords {
  /** In the order in which they were made. */
  @ApiProperty({ type: [AppPasswordBody] })
  app_passwords: AppPasswordBody[];
}

export const toAppPassword = ({ id, name, createdAt }: AppPassword): AppPasswordBody => ({
  id,
  name,
  created_at: createdAt.toISOString(),
});
