import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayUnique, IsArray, IsString, IsUUID, Matches } from 'class-validator';
import { IsName, WhenGiven } from '../../platform/http/field-decorators.js';
import { COLOR } from '../../platform/text/color.js';
import { MAX_CATEGORIES, type Category } from './category.entity.js';

const isColor = [IsString(), Matches(COLOR, { message: '$property must be a color, such as #1F6FB2' })];

export class CategoryBody {
  @ApiProperty({ format: 'uuid' })
  id: string;

  name: string;

  @ApiProperty({ pattern: COLOR.source })
  color: string;

  /** From 0. */
  @ApiProperty({ type: 'integer' })
  position: number;
}

export class Categories {
  /** In the order a senior admin gave them. */
  @ApiProperty({ type: [CategoryBody] })
  categories: CategoryBody[];
}

export class CategoryInput {
  /** No other category of the school has it, whatever its case. */
  @applyDecorators(IsName(), ApiProperty({ maxLength: 200 }))
  name: string;

  @applyDecorators(...isColor, ApiProperty({ pattern: COLOR.source }))
  color: string;
}

export class CategoryChanges {
  @applyDecorators(WhenGiven(), IsName(), ApiPropertyOptional({ type: String, maxLength: 200 }))
  name?: string;

  @applyDecorators(WhenGiven(), ...isColor, ApiPropertyOptional({ type: String, pattern: COLOR.source }))
  color?: string;
}

export class CategoryOrder {
  /** All categories of the school, in the order that they are to have. */
  @IsArray()
  @ArrayMaxSize(MAX_CATEGORIES)
  @ArrayUnique((id: unknown) => (typeof id === 'string' ? id.toLowerCase() : id))
  @IsUUID('loose', { each: true })
  @ApiProperty({ type: [String], format: 'uuid', maxItems: MAX_CATEGORIES })
  ids: string[];
}

export const toCategory = ({ id, name, color, position }: Category): CategoryBody => ({
  id,
  name,
  color,
  position,
});

export const toCategories = (categories: Category[]): Categories => ({
  categories: categories.map(toCategory),
});
