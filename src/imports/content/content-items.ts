import { Injectable } from '@nestjs/common';
import { ContentCalendar } from './content-calendar.js';
import { ContentPolls } from './content-polls.js';
import { ContentSignups } from './content-signups.js';
import { ContentSlips } from './content-slips.js';
import { ContentPublications } from './content-publications.js';
import type { ContentRun } from './content-run.js';

/** What is addressed to people, and refers to everything else. */
@Injectable()
export class ContentItems {
  constructor(
    private readonly calendar: ContentCalendar,
    private readonly publications: ContentPublications,
    private readonly polls: ContentPolls,
    private readonly signups: ContentSignups,
    private readonly slips: ContentSlips,
  ) {}

  async take(run: ContentRun): Promise<void> {
    await this.calendar.take(run);
    await this.publications.take(run);
    await this.polls.take(run);
    await this.signups.take(run);
    await this.slips.take(run);
  }
}
