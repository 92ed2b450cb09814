import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { VCARD_VERSIONS, type VcardVersion } from './vcard.js';

export class ListExportQuery {
  /** Version of the format. Left out: what `Accept` says, as in `text/vcard;version=3.0`, else 4.0. */
  @IsOptional()
  @IsIn(VCARD_VERSIONS)
  @ApiPropertyOptional({ enum: VCARD_VERSIONS })
  version?: VcardVersion;
}
