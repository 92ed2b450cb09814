import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { CLASS_LIST_USES, type ClassListUse } from './class-list-page.js';

export class ClassListQuery {
  /** `trip`: with guardians and their phones. `wall`: names and grades alone. */
  @IsOptional()
  @IsIn(CLASS_LIST_USES)
  @ApiPropertyOptional({ enum: CLASS_LIST_USES, default: 'trip' })
  use?: ClassListUse;
}
