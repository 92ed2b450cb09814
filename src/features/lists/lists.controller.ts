import { Controller, Get, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { SchoolMember } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { WeakETag } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { JsonBody } from '../../platform/http/json-body.interceptor.js';
import type { SerializedJson } from '../../platform/http/prepared-json.js';
import { Repeatable } from '../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../idempotency/replay.js';
import { ListsService } from './lists.service.js';
import { StudentListBody, StudentListInput, StudentLists } from './student-list.dto.js';

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
