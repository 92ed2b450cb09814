import { Controller, Get, Headers, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { MemberOfItemSchool } from '../../access/access-rule.js';
import { CurrentMember, type Member } from '../../access/caller.js';
import { ItemTag } from '../../http/answer-tag.js';
import { ApiErrors } from '../../http/api-errors.js';
import { ApiIfMatch } from '../../http/if-match.js';
import { ApiId } from '../../http/api-id.js';
import { JsonBody } from '../../http/json-body.interceptor.js';
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
  @ItemTag()
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
