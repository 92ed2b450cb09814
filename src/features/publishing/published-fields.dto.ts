import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsUUID } from 'class-validator';
import { NestedBody } from '../../platform/http/declared-members.js';
import { AudienceInput } from '../../policy/audience.dto.js';
import { IsName, WhenGiven } from '../../platform/http/field-decorators.js';

export const Title = () => applyDecorators(IsName(), ApiProperty({ maxLength: 200 }));

/** May be left out, and not be cleared. */
export const TitleChange = () =>
  applyDecorators(WhenGiven(), IsName(), ApiPropertyOptional({ type: String, maxLength: 200 }));

/** Members that every published item has. One that is left out stays; null clears it. */
export class PublishedFields {
  /** One of the school's categories. */
  @IsOptional()
  @IsUUID('loose')
  @ApiPropertyOptional({ type: String, format: 'uuid', nullable: true })
  category_id?: string | null;

  /** The organization whose it is; an editor needs a live grant on it. Null: the whole school's. */
  @IsOptional()
  @IsUUID('loose')
  @ApiPropertyOptional({ type: String, format: 'uuid', nullable: true })
  organization_id?: string | null;

  /** Without one, what is an organization's is addressed to that organization, anything else to the school. */
  @IsOptional()
  @NestedBody(() => AudienceInput)
  @ApiPropertyOptional({ type: AudienceInput, nullable: true })
  audience?: AudienceInput | null;
}

export class CreatedItem {
  @ApiProperty({ format: 'uuid' })
  id: string;
}
