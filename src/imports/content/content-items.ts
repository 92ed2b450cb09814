import { Injectable } from '@nestjs/common';
import type { ContentRun } from './content-run.js';
import { ContentPublications } from './content-publications.js';
import { ContentSlips } from './content-slips.js';
import { ContentCalendar } from './content-calendar.js';

/** Imports the items that are addressed to people, and refer to everything else. */
@Injectable()
export class ContentItems {
  constructor(
    private readonly calendar: ContentCalendar,
    private readonly publications: ContentPublications,
    private readonly slips: ContentSlips,
  ) {}

  async import(run: ContentRun): Promise<void> {
    await this.calendar.import(run);
    await this.publications.import(run);
    await this.slips.import(run);
  }
}
