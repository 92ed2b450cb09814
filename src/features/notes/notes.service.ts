import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { Clock } from '../../platform/clock/clock.js';
import { assertMatches } from '../../platform/http/conditional-request.js';
import { StudentVisibilityService } from '../directory/students/student-visibility.service.js';
import { type NoteAnswer, type NoteInput, toNoteAnswer } from './note.dto.js';
import { NotesRepository } from './notes.repository.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import { record } from '../../platform/journal/recorded-changes.js';

@Injectable()
export class NotesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly notes: NotesRepository,
    private readonly students: StudentVisibilityService,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError when the student is not visible */
  async get(member: Member, studentId: string): Promise<NoteAnswer> {
    await this.students.assertVisible(member, studentId);
    return toNoteAnswer(await this.notes.findNote(member, studentId));
  }

  /**
   * Saves the caller's note, or deletes it when the body is blank.
   * @throws NotFoundError when the student is not visible
   * @throws StaleError when `ifMatch` names another state than the present one
   */
  async put(member: Member, studentId: string, input: NoteInput, ifMatch?: string): Promise<NoteAnswer> {
    await this.students.assertVisible(member, studentId);
    return this.transactions.run(async (manager) => {
      await this.notes.lockAuthor(manager, member);
      assertMatches(ifMatch, toNoteAnswer(await this.notes.findNote(member, studentId, manager)));
      if (input.body) await this.notes.putNote(manager, member, studentId, input.body, this.clock.now());
      else await this.notes.removeNote(manager, member, studentId);
      record({ manager, member }, { kind: 'note.changed', id: studentId });
      return toNoteAnswer(await this.notes.findNote(member, studentId, manager));
    });
  }
}
