import { Injectable } from '@nestjs/common';
import { ContentCalendar } from './content-calendar.js';
import { ContentPublications, ContentSlips } from './content-publications.js';
import type { ContentRun } from './content-run.js';
import { ContentMenus } from './content-menus.js';
import { ContentOrganizations } from './content-organizations.js';
import { ContentPeople } from './content-people.js';
import { ContentSchool } from './content-school.js';

/** What is addressed to people, and refers to everything else. */
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

/** The parts of a content file, each after those that it refers to. */
@Injectable()
export class ContentParts {
  constructor(
    private readonly school: ContentSchool,
    private readonly people: ContentPeople,
    private readonly menus: ContentMenus,
    private readonly organizations: ContentOrganizations,
    private readonly items: ContentItems,
  ) {}

  async import(run: ContentRun): Promise<void> {
    await this.school.takeDetails(run);
    await this.school.takeCategories(run);
    await this.people.import(run);
    await this.menus.import(run);
    await this.organizations.import(run);
    await this.items.import(run);
  }
}
