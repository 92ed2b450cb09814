import { Controller, Delete, Get, HttpCode, Param, Post, type StreamableFile } from '@nestjs/common';
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
import {
  ListGuardianBody,
  ListGuardianInput,
  ListStudentInput,
  MessageRecipient,
  OrganizationCandidate,
} from './student-list.dto.js';
import { ListGuardiansService, ListStudentsService } from './list-entries.service.js';
import { subjectsInEntries, subjectsOfEntries, subjectsOfRecipients } from './vcard.js';
import { ParentsService } from '../directory/parents.service.js';
import type { LoggedFile } from '../access-log/access-log-subject.js';
import { MessageRecipientsService } from './message-recipients.service.js';

@ApiTags('Lists')
@Controller('lists/:listId/guardians')
@OwnerOfItem('list', 'listId')
@ApiId('listId')
export class ListGuardiansController {
  constructor(private readonly guardians: ListGuardiansService) {}

  /** The parents put on the list by themselves, by last name, then first name; deactivated members are left out. */
  @Get()
  @WeakETag()
  @LogsAccess(subjectsInEntries)
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
  @LogsAccess((entry: ListGuardianBody) => subjectsOfEntries([entry]))
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

@ApiTags('Lists')
@Controller('lists/:listId/students')
@OwnerOfItem('list', 'listId')
@ApiId('listId')
export class ListStudentsController {
  constructor(private readonly students: ListStudentsService) {}

  /**
   * Puts a student on the list; one who is on it already stays there. A student who is unknown, archived or of another
   * school is 404, as the list is. A list has at most 2,000 entries, students and parents together: one more is 409 with
   * reason `limit_reached`.
   */
  @Post()
  @HttpCode(204)
  @ApiNoContentResponse()
  @ApiErrors(400, 404, [409, 'limit_reached'])
  addListStudent(
    @CurrentMember() member: Member,
    @Param('listId') listId: string,
    @JsonBody() input: ListStudentInput,
  ): Promise<void> {
    return this.students.add(member, listId, input.student_id);
  }

  /**
   * Takes a student off the list. A student of the school who is not on it succeeds, so that a lost answer can be
   * asked for again; an unknown one is 404.
   */
  @Delete(':studentId')
  @HttpCode(204)
  @ApiId('studentId')
  @ApiNoContentResponse()
  @ApiErrors(404)
  removeListStudent(
    @CurrentMember() member: Member,
    @Param('listId') listId: string,
    @Param('studentId') studentId: string,
  ): Promise<void> {
    return this.students.remove(member, listId, studentId);
  }
}

@ApiTags('Lists')
@Controller('lists/:listId')
@OwnerOfItem('list', 'listId')
@ApiId('listId')
export class ListPeopleController {
  constructor(
    private readonly recipients: MessageRecipientsService,
    private readonly parents: ParentsService,
  ) {}

  /**
   * Whom a message to everyone reaches: the guardians of the students on the list and the parents on it, each person
   * once, by name, without the caller and without deactivated members. A phone that its owner hides is hidden from
   * admins too.
   */
  @Get('message-recipients')
  @WeakETag()
  @LogsAccess(subjectsOfRecipients)
  @ApiErrors(404)
  listMessageRecipients(
    @CurrentMember() member: Member,
    @Param('listId') listId: string,
  ): Promise<MessageRecipient[]> {
    return this.recipients.list(member, listId);
  }

  /** The message recipients as vCards (RFC 6350), under the same masks, email included. */
  @Get('export.vcf')
  @LogsAccess(({ shown }: LoggedFile) => shown)
  @ApiOkResponse({
    description: 'One card a recipient.',
    content: { 'text/vcard': { schema: { type: 'string' } } },
  })
  @ApiErrors(404)
  exportList(@CurrentMember() member: Member, @Param('listId') listId: string): Promise<StreamableFile> {
    return this.recipients.exportCards(member, listId);
  }

  /** Every parent of the school, to choose from; by last name, then first name. */
  @Get('candidates')
  @WeakETag()
  @ApiErrors(404)
  listListCandidates(@CurrentMember() member: Member): Promise<OrganizationCandidate[]> {
    return this.parents.candidates(member.schoolId);
  }
}
