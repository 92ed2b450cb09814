import { Controller, Delete, Get, Headers, HttpCode, Param, Patch, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SchoolMember, SeniorAdminOfSchool } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { ApiIfMatch, WeakETag } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { Compressed } from '../../platform/http/compressed.js';
import { JsonBody } from '../../platform/http/json-body.interceptor.js';
import { Repeatable } from '../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../idempotency/replay.js';
import { CategoriesService } from './categories.service.js';
import { CategoryChangesService } from './category-changes.service.js';
import { Categories, CategoryBody, CategoryChanges, CategoryInput, CategoryOrder } from './category.dto.js';

@ApiTags('Categories')
@Controller('schools/:schoolId/categories')
@SchoolMember()
@ApiId('schoolId')
export class CategoriesController {
  constructor(
    private readonly categories: CategoriesService,
    private readonly changes: CategoryChangesService,
  ) {}

  /** The school's content categories, shared by documents and notices. */
  @Get()
  @WeakETag()
  @Compressed()
  @ApiErrors(403)
  listCategories(@CurrentMember() member: Member): Promise<Categories> {
    return this.categories.list(member);
  }

  /**
   * Adds a category behind the others. A senior admin may; a school has at most 200. A name that another one has is 409.
   */
  @Post()
  @SeniorAdminOfSchool()
  @Repeatable()
  @ApiErrors(400, 403, 404, [409, 'limit_reached'])
  createCategory(
    @CurrentMember() member: Member,
    @JsonBody() input: CategoryInput,
    @CurrentReplay() replay?: Replay,
  ): Promise<CategoryBody> {
    return this.changes.create(member, input, replay);
  }

  /** Sets the order of all categories. A senior admin may. */
  @Put('order')
  @SeniorAdminOfSchool()
  @ApiIfMatch('list of categories')
  @ApiErrors(400, 403, 409)
  orderCategories(
    @CurrentMember() member: Member,
    @JsonBody() order: CategoryOrder,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<Categories> {
    return this.changes.reorder(member, order, ifMatch);
  }

  /**
   * Changes what is given. A senior admin may. A calendar subscription that was made for the category goes on under its new name.
   */
  @Patch(':categoryId')
  @SeniorAdminOfSchool()
  @ApiId('categoryId')
  @ApiIfMatch('list of categories')
  @ApiErrors(400, 403, 404, 409)
  changeCategory(
    @CurrentMember() member: Member,
    @Param('categoryId') categoryId: string,
    @JsonBody() changes: CategoryChanges,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<CategoryBody> {
    return this.changes.change(member, categoryId, changes, ifMatch);
  }

  /** Deletes a category. A senior admin may. What was filed under it stays, without a category. */
  @Delete(':categoryId')
  @SeniorAdminOfSchool()
  @HttpCode(204)
  @ApiId('categoryId')
  @ApiIfMatch('list of categories')
  @ApiErrors(403, 404, 409)
  deleteCategory(
    @CurrentMember() member: Member,
    @Param('categoryId') categoryId: string,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<void> {
    return this.changes.remove(member, categoryId, ifMatch);
  }
}
