import { ApiProperty } from '@nestjs/swagger';
import type { Category } from './category.entity.js';

/** A category on the items that are filed under it. */
export class ItemCategory {
  @ApiProperty({ format: 'uuid' })
  id: string;

  name: string;

  @ApiProperty({ pattern: '^#[0-9A-Fa-f]{6}$' })
  color: string;
}

export class CategoryBody extends ItemCategory {
  /** From 0. */
  @ApiProperty({ type: 'integer' })
  position: number;
}

export class Categories {
  /** In the order a senior admin gave them. */
  @ApiProperty({ type: [CategoryBody] })
  categories: CategoryBody[];
}

export const toCategory = ({ id, name, color, position }: Category): CategoryBody => ({
  id,
  name,
  color,
  position,
});
