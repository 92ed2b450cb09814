import { Injectable } from '@nestjs/common';
import { ContentItems } from './content-items.js';
import { ContentMenus } from './content-menus.js';
import { ContentOrganizations } from './content-organizations.js';
import { ContentPeople } from './content-people.js';
import type { ContentRun } from './content-run.js';
import { ContentSchool } from './content-school.js';

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

  async take(run: ContentRun): Promise<void> {
    await this.school.takeDetails(run);
    await this.school.takeCategories(run);
    await this.people.take(run);
    await this.menus.take(run);
    await this.organizations.take(run);
    await this.items.take(run);
  }
}
