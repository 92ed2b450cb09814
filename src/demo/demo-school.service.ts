import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock/clock.js';
import { SchoolsService } from '../features/schools/schools.service.js';
import { UnknownSchoolError } from '../features/schools/new-school.js';
import { ContentImportService } from '../imports/content/content-import.service.js';
import { NO_PROGRESS, type ImportProgress } from '../platform/import-report.js';
import type { ImportReport } from '../platform/import-report.js';
import { DemoAnswersService } from './demo-answers.service.js';
import { DemoNotices } from './demo-notices.service.js';
import { demoContent } from './demo-content.js';
import { DEMO_FILES } from './demo-publications.js';
import { DEMO_SCHOOLS, SCHOOL_FACTS, type DemoSchool } from './demo-schools.js';

@Injectable()
export class DemoSchoolService {
  constructor(
    private readonly schools: SchoolsService,
    private readonly contents: ContentImportService,
    private readonly answers: DemoAnswersService,
    private readonly notices: DemoNotices,
    private readonly clock: Clock,
  ) {}

  /** Makes the demo schools, or brings them up to date: a second time on the same day changes nothing. */
  async load(progress: ImportProgress = NO_PROGRESS): Promise<ImportReport[]> {
    const today = this.today();
    const { schools, contents } = demoContent(today);
    const reports: ImportReport[] = [];
    for (const school of schools) {
      const schoolId = await this.findOrCreate(school);
      const document = contents[school.shortName]!;
      const importProgress: ImportProgress = {
        step: (label, done, total) => progress.step(`${school.name}: ${label}`, done, total),
      };
      reports.push(
        await this.contents.run({ document, folder: DEMO_FILES, schoolId, progress: importProgress }),
      );
      const { timeZone, shortName } = school;
      const facts = SCHOOL_FACTS[shortName]!;
      await this.answers.give(schoolId, facts, { timeZone, today });
      await this.notices.illustrate(schoolId, facts.publications.notices);
    }
    return reports;
  }

  /** At the first of the demo schools. */
  private today(): string {
    const { timeZone } = DEMO_SCHOOLS[0]!;
    return this.clock.now().toLocaleDateString('sv-SE', { timeZone });
  }

  private async findOrCreate(school: DemoSchool): Promise<string> {
    try {
      return (await this.schools.getByReference(school.shortName)).id;
    } catch (error) {
      if (!(error instanceof UnknownSchoolError)) throw error;
      return (await this.schools.create(school)).id;
    }
  }
}
