import { Injectable } from '@nestjs/common';
import type { ContentRun } from './content-run.js';
import { ContentOrganizations } from './content-organizations.js';
import { ContentPeople } from './content-people.js';
import { ContentSchool } from './content-school.js';
import { ContentMenus } from './content-menus.js';
import { ContentItems } from './content-items.js';

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
