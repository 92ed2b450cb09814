import { Injectable } from '@nestjs/common';
import { SchoolsService } from '../../features/schools/schools.service.js';
import { CalendarImportRepository } from './calendar-import.repository.js';

/** Where a calendar is to go, as the operator names it. */
@Injectable()
export class CalendarDestinationService {
  constructor(
    private readonly schools: SchoolsService,
    private readonly names: CalendarImportRepository,
  ) {}

  /**
   * @throws UnknownSchoolError
   * @throws CommandRefusedError for an unknown organization or category
   */
  async find(named: { school: string; organization?: string | undefined; category?: string | undefined }) {
    const school = await this.schools.getByReference(named.school);
    return { school, to: await this.names.find(school.id, named) };
  }
}
