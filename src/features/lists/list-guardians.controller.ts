import { Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { OwnerOfItem } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { WeakETag } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { JsonBody } from '../../platform/http/json-body.interceptor.js';
import type { SerializedJson } from '../../platform/http/prepared-json.js';
import { LogsAccess } from '../access-log/logs-access.js';
import { Repeatable } from '../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../idempotency/replay.js';
import { ListGuardianBody, ListGuardianInput } from './list-guardian.dto.js';
import { ListGuardiansService } from './list-guardians.service.js';
import { accessInEntries, accessToEntries } from './logged-access.js';

@ApiTags('Lists')
@Controller('lists/:listId/guardians')
@OwnerOfItem('list', 'listId')
@ApiId('listId')
export class ListGuardiansController {
  constructor(private readonly guardians: ListGuardiansService) {}

  /** The parents put on the list by themselves, by last name, then first name; deactivated members are left out. */
  @Get()
  @WeakETag()
  @LogsAccess(accessInEntries)
  @ApiOkResponse({ type: [ListGuardianBody] })
  @ApiErrors(404)
  listListGuardians(
    @CurrentMember() member: Member,
    @Param('listId') listId: string,
  ): Promise<SerializedJson> {
    return this.guardians.list(member, listId);
  }

  /**
   * Puts a parent of the school on the list. One who is on it already keeps the entry, with the linked student given
   * here. 400 `not_linked` when the student is not a student of that parent. A list has at most 2,000 entries, students and
   * parents together: one more is 409 with reason `limit_reached`.
   */
  @Post()
  @Repeatable()
  @LogsAccess((entry: ListGuardianBody) => accessToEntries([entry]))
  @ApiErrors([400, 'not_linked'], 404, [409, 'limit_reached'])
  addListGuardian(
    @CurrentMember() member: Member,
    @Param('listId') listId: string,
    @JsonBody() input: ListGuardianInput,
    @CurrentReplay() replay?: Replay,
  ): Promise<ListGuardianBody> {
    return this.guardians.put(member, listId, input, replay);
  }

  /** Takes an entry off the list. */
  @Delete(':guardianId')
  @HttpCode(204)
  @ApiId('guardianId')
  @ApiNoContentResponse()
  @ApiErrors(404)
  removeListGuardian(
    @CurrentMember() member: Member,
    @Param('listId') listId: string,
    @Param('guardianId') guardianId: string,
  ): Promise<void> {
    return this.guardians.remove(member, listId, guardianId);
  }
}
