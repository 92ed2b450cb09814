import { Inject, Injectable } from '@nestjs/common';
import type { Account } from '../../access/caller.js';
import { Clock } from '../../clock/clock.js';
import { SETTINGS } from '../../config/settings.constants.js';
import type { Settings } from '../../config/settings.js';
import { appLink } from '../../pages/app-links.js';
import type { Outstanding } from './outstanding.dto.js';
import { OutstandingRepository } from './outstanding.repository.js';

/** What needs a person's answer, in all schools. */
@Injectable()
export class OutstandingService {
  constructor(
    private readonly outstanding: OutstandingRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list({ userId }: Account): Promise<Outstanding> {
    const items = await this.outstanding.find(userId, this.clock.now());
    return {
      items: items.map((item) => ({
        ...item,
        deep_link: appLink(this.settings.appUrl, {
          schoolId: item.school_id,
          item: { type: item.kind, id: item.id },
        }),
      })),
    };
  }
}
