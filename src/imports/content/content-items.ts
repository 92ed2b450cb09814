import { Injectable } from '@nestjs/common';
import { ContentCalendar } from './content-calendar.js';
import { ContentPublications } from './content-publications.js';
import type { ContentRun } from './content-run.js';

/** What is addressed to people, and refers to everything else. */
@Injectable()
export class ContentItems {
  constructor(
    private readonly calendar: ContentCalendar,
    private readonly publications: ContentPublications,
  ) {}

  async take(run: ContentRun): Promise<void> {
    await this.calendar.take(run);
    await this.publications.take(run);
  }
}
