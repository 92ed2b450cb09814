import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock/clock.js';
import { SchoolsService } from '../features/schools/schools.service.js';
import { UnknownSchoolError } from '../features/schools/new-school.js';
import { ContentImportService } from '../imports/content/content-import.service.js';
import { NO_PROGRESS, type ImportProgress } from '../platform/import-report.js';
import type { ImportReport } from '../platform/import-report.js';
import { DemoAdditions } from './demo-additions.service.js';
import { demoContent } from './demo-content.js';
import { DEMO_FILES } from './demo-publications.js';
import { DEMO_SCHOOLS, SCHOOL_FACTS, type DemoSchool, type StoredDemoSchool } from './demo-schools.js';

@Injectable()
export class DemoSchoolService {
  constructor(
    private readonly schools: SchoolsService,
    private readonly contents: ContentImportService,
    private readonly additions: DemoAdditions,
    private readonly clock: Clock,
  ) {}

  /** Makes the demo schools, or brings them up to date: a second time on the same day changes nothing. */
  async load(progress: ImportProgress = NO_PROGRESS): Promise<ImportReport[]> {
    const today = this.today();
    const { schools, contents } = demoContent(today);
    const reports: ImportReport[] = [];
    for (const school of schools) {
      const stored = await this.findOrCreate(school);
      const document = contents[school.shortName]!;
      const importProgress: ImportProgress = {
        step: (label, done, total) => progress.step(`${school.name}: ${label}`, done, total),
      };
      reports.push(
        await this.contents.run({
          document,
          folder: DEMO_FILES,
          schoolId: stored.id,
          progress: importProgress,
        }),
      );
      const { timeZone, shortName } = school;
      const facts = SCHOOL_FACTS[shortName]!;
      await this.additions.add(stored, facts, { timeZone, today });
    }
    return reports;
  }

  /** At the first of the demo schools. */
  private today(): string {
    const { timeZone } = DEMO_SCHOOLS[0]!;
    return this.clock.now().toLocaleDateString('sv-SE', { timeZone });
  }

  private async findOrCreate(school: DemoSchool): Promise<StoredDemoSchool> {
    try {
      return await this.schools.getByReference(school.shortName);
    } catch (error) {
      if (!(error instanceof UnknownSchoolError)) throw error;
      return this.schools.create(school);
    }
  }
}
