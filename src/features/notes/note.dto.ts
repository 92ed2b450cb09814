import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { NormalizedText } from '../../http/field-decorators.js';
import type { Note } from './note.entity.js';

export class NoteInput {
  /** Empty or blank deletes the note. */
  @NormalizedText()
  @IsString()
  @MaxLength(5000)
  body: string;
}

/** A private note of the caller on a student; nobody else ever sees it. */
export class NoteBody {
  @ApiProperty({ format: 'uuid' })
  student_id: string;

  body: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

export class NoteAnswer {
  /** Null when there is no note. */
  @ApiProperty({ type: NoteBody, nullable: true })
  note: NoteBody | null;
}

export const toNote = (note: Note): NoteBody => ({
  student_id: note.studentId,
  body: note.body,
  created_at: note.createdAt.toISOString(),
  updated_at: note.updatedAt.toISOString(),
});

export const toNoteAnswer = (note: Note | null): NoteAnswer => ({ note: note && toNote(note) });
