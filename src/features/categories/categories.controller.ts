import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SchoolMember } from '../../access/access-rule.js';
import { CurrentMember, type Member } from '../../access/caller.js';
import { ListTag } from '../../http/answer-tag.js';
import { ApiErrors } from '../../http/api-errors.js';
import { ApiId } from '../../http/api-id.js';
import { Compressed } from '../../http/compressed.js';
import { CategoriesService } from './categories.service.js';
import { Categories } from './category.dto.js';

@ApiTags('Categories')
@Controller('schools/:schoolId/categories')
@SchoolMember()
export class CategoriesController {
  constructor(private readonly categories: CategoriesService) {}

  /** The school's content categories, shared by documents and notices. */
  @Get()
  @ListTag()
  @Compressed()
  @ApiId('schoolId')
  @ApiErrors(403)
  listCategories(@CurrentMember() member: Member): Promise<Categories> {
    return this.categories.list(member);
  }
}
