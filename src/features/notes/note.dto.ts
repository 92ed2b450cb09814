import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { NormalizedText } from '../../platform/http/field-decorators.js';
import { StudentNote } from '../directory/students/student-detail.dto.js';
import type { Note } from './note.entity.js';

export class NoteInput {
  /** Empty or blank deletes the note. */
  @NormalizedText('several lines')
  @IsString()
  @MaxLength(5000)
  body: string;
}

export class NoteAnswer {
  /** Null when there is no note. */
  @ApiProperty({ type: StudentNote, nullable: true })
  note: StudentNote | null;
}

const toNote = (note: Note): StudentNote => ({
  student_id: note.studentId,
  body: note.body,
  created_at: note.createdAt.toISOString(),
  updated_at: note.updatedAt.toISOString(),
});

export const toNoteAnswer = (note: Note | null): NoteAnswer => ({ note: note && toNote(note) });
