import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SchoolMember } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { WeakETag } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { Compressed } from '../../platform/http/compressed.js';
import { CategoriesService } from './categories.service.js';
import { Categories } from './category.dto.js';

@ApiTags('Categories')
@Controller('schools/:schoolId/categories')
@SchoolMember()
export class CategoriesController {
  constructor(private readonly categories: CategoriesService) {}

  /** The school's content categories, shared by documents and notices. */
  @Get()
  @WeakETag()
  @Compressed()
  @ApiId('schoolId')
  @ApiErrors(403)
  listCategories(@CurrentMember() member: Member): Promise<Categories> {
    return this.categories.list(member);
  }
}
