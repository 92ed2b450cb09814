import { Controller, Delete, Get, Headers, HttpCode, Param, Patch } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { OwnerOfItem } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { ApiIfMatch, StrongETag } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { JsonBody } from '../../platform/http/json-body.interceptor.js';
import { ListsService } from './lists.service.js';
import { StudentListBody, StudentListDetail, StudentListInput } from './student-list.dto.js';

@ApiTags('Lists')
@Controller('lists/:listId')
@OwnerOfItem('list', 'listId')
@ApiId('listId')
export class ListController {
  constructor(private readonly lists: ListsService) {}

  /** A list of the caller's own with the students on it; archived students are left out. */
  @Get()
  @StrongETag()
  @ApiErrors(404)
  getList(@CurrentMember() member: Member, @Param('listId') listId: string): Promise<StudentListDetail> {
    return this.lists.get(member, listId);
  }

  /** Renames a list and, where a description is given, changes that too; null clears it. */
  @Patch()
  @ApiIfMatch('list')
  @ApiErrors(400, 404, 409)
  changeList(
    @CurrentMember() member: Member,
    @Param('listId') listId: string,
    @JsonBody() input: StudentListInput,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<StudentListBody> {
    return this.lists.change(member, listId, input, ifMatch);
  }

  /** Deletes a list for good; the students and parents on it are not touched. */
  @Delete()
  @HttpCode(204)
  @ApiIfMatch('list')
  @ApiNoContentResponse()
  @ApiErrors(404, 409)
  deleteList(
    @CurrentMember() member: Member,
    @Param('listId') listId: string,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<void> {
    return this.lists.delete(member, listId, ifMatch);
  }
}
