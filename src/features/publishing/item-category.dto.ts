import { ApiProperty } from '@nestjs/swagger';
import { COLOR } from '../../platform/text/color.js';

/** A category on the items that are filed under it. */
export class ItemCategory {
  @ApiProperty({ format: 'uuid' })
  id: string;

  name: string;

  @ApiProperty({ pattern: COLOR.source })
  color: string;
}
