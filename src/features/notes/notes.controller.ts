import { Controller, Get, Headers, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { MemberOfItemSchool } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { ApiIfMatch, StrongETag } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { JsonBody } from '../../platform/http/json-body.interceptor.js';
import { NoteAnswer, NoteInput } from './note.dto.js';
import { NotesService } from './notes.service.js';

@ApiTags('Notes')
@Controller('students/:studentId/note')
@MemberOfItemSchool('student', 'studentId')
@ApiId('studentId')
export class NotesController {
  constructor(private readonly notes: NotesService) {}

  /** The caller's own private note on a student. */
  @Get()
  @StrongETag()
  @ApiErrors(404)
  getNote(@CurrentMember() member: Member, @Param('studentId') studentId: string): Promise<NoteAnswer> {
    return this.notes.get(member, studentId);
  }

  /** Saves the note; a blank body deletes it. The last write wins, unless If-Match says otherwise. */
  @Put()
  @ApiIfMatch('note')
  @ApiErrors(400, 404, 409)
  putNote(
    @CurrentMember() member: Member,
    @Param('studentId') studentId: string,
    @JsonBody() input: NoteInput,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<NoteAnswer> {
    return this.notes.put(member, studentId, input, ifMatch);
  }
}
