import { Injectable, type StreamableFile } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { Clock } from '../../platform/clock/clock.js';
import { attachment } from '../../platform/http/content-disposition.js';
import { spreadsheet } from '../../platform/text/spreadsheet.js';
import type { SchoolConfirmation } from './confirmation.dto.js';
import { SchoolConfirmationRepository } from './school-confirmation.repository.js';

/** Who has confirmed and who has not, for the admins of a school. */
@Injectable()
export class SchoolConfirmationService {
  constructor(
    private readonly confirmations: SchoolConfirmationRepository,
    private readonly clock: Clock,
  ) {}

  async get({ schoolId }: Member): Promise<SchoolConfirmation> {
    const round = await this.confirmations.findLastRound(schoolId);
    if (!round) return { round, confirmed: 0, outstanding: 0, people: [] };
    const people = await this.confirmations.findPeople(schoolId, round.id, this.clock.now());
    const confirmed = people.filter((person) => person.confirmed_at !== null).length;
    return { round, confirmed, outstanding: people.length - confirmed, people };
  }

  /** A row for each person. */
  async exportCsv(member: Member): Promise<StreamableFile> {
    const { people } = await this.get(member);
    const text = spreadsheet(
      ['Name', 'Students', 'Confirmed at'],
      people.map(({ name, students, confirmed_at }) => [name, students.join(', '), confirmed_at]),
    );
    return attachment('confirmation', 'csv', 'text/csv; charset=utf-8', text);
  }
}
