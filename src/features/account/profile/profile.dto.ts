import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { NormalizedText } from '../../../platform/http/field-decorators.js';
import { PROFILE_VISIBILITIES, type ProfileVisibility } from '../../../policy/privacy-mask.js';

/** One identity over all schools; `""` where nothing is on file. */
export class MyContact {
  first_name: string;

  last_name: string;

  phone: string;
}

export class MyContactInput {
  @NormalizedText()
  @IsString()
  @IsNotEmpty()
  @MaxLength(200)
  first_name: string;

  /** `""` where the person has one name. */
  @NormalizedText()
  @IsString()
  @MaxLength(200)
  last_name: string;

  /** `""` clears it. */
  @NormalizedText()
  @IsString()
  @MaxLength(200)
  phone: string;
}

export class ProfileVisibilityInput {
  /** Whether other parents see email and phone (`full`) or neither (`name_only`). */
  @IsIn(PROFILE_VISIBILITIES)
  @ApiProperty({ enum: PROFILE_VISIBILITIES })
  profile_visibility: ProfileVisibility;
}

export class AddressVisibilityInput {
  @IsBoolean()
  address_visible: boolean;
}
