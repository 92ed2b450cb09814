import { Controller, Delete, HttpCode, Param, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { OwnerOfItem } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { JsonBody } from '../../platform/http/json-body.interceptor.js';
import { ListStudentInput } from './student-list.dto.js';
import { ListStudentsService } from './list-students.service.js';

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
