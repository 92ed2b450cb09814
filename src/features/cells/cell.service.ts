import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { normalizeEmail } from '../../platform/text/normalize.js';
import type { CellSchools, PersonInCell } from './cell.dto.js';
import { CellRepository } from './cell.repository.js';

/** What the router in front of several installations is told of this one. */
@Injectable()
export class CellService {
  constructor(
    private readonly cell: CellRepository,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'siteUrl'>,
  ) {}

  async listSchools(): Promise<CellSchools> {
    return { site_url: this.settings.siteUrl, schools: await this.cell.schoolIds() };
  }

  findPerson(email: string): Promise<PersonInCell> {
    return this.cell.findPerson(normalizeEmail(email));
  }
}
