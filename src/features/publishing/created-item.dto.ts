import { ApiProperty } from '@nestjs/swagger';

export class CreatedItem {
  @ApiProperty({ format: 'uuid' })
  id: string;
}
