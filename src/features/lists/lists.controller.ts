import { Controller, Delete, Get, Headers, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { OwnerOfItem, SchoolMember } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { StrongETag, WeakETag, ApiIfMatch } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { JsonBody } from '../../platform/http/json-body.interceptor.js';
import type { SerializedJson } from '../../platform/http/prepared-json.js';
import { Repeatable } from '../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../idempotency/replay.js';
import { ListsService } from './lists.service.js';
import { StudentListBody, StudentListDetail, StudentListInput, StudentLists } from './student-list.dto.js';

@ApiTags('Lists')
@Controller('schools/:schoolId/lists')
@SchoolMember()
@ApiId('schoolId')
export class ListsController {
  constructor(private readonly lists: ListsService) {}

  /** The caller's own lists in this school. */
  @Get()
  @WeakETag()
  @ApiOkResponse({ type: StudentLists })
  @ApiErrors(403)
  listLists(@CurrentMember() member: Member): Promise<SerializedJson> {
    return this.lists.list(member);
  }

  /**
   * Makes a list that only the caller will ever see. Two lists may have the same name. A person has at most 200 in a school:
   * one more is 409 with reason `limit_reached`.
   */
  @Post()
  @Repeatable()
  @ApiErrors(400, 403, 404, [409, 'limit_reached'])
  createList(
    @CurrentMember() member: Member,
    @JsonBody() input: StudentListInput,
    @CurrentReplay() replay?: Replay,
  ): Promise<StudentListBody> {
    return this.lists.create(member, input, replay);
  }
}

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
