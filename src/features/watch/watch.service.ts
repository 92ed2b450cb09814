import { Inject, Injectable } from '@nestjs/common';
import type { Member } from '../../access/caller.js';
import { isOn } from '../../access/school-feature.js';
import { Clock } from '../../clock/clock.js';
import { SETTINGS } from '../../config/settings.constants.js';
import type { Settings } from '../../config/settings.js';
import { NotAuthorizedError } from '../../errors/app-error.js';
import { fitting } from './fitting.js';
import { watchPayload } from './watch-payload.js';
import type { WatchPayload } from './watch.dto.js';
import { WatchRepository } from './watch.repository.js';

/** What a watch shows of a school. */
@Injectable()
export class WatchService {
  constructor(
    private readonly watches: WatchRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws NotAuthorizedError when the school was removed a moment ago */
  async get(member: Member): Promise<WatchPayload> {
    const now = this.clock.now();
    const { features, schoolId } = member;
    const sights = { calendar: isOn(features, 'calendar'), lunchMenus: isOn(features, 'lunch_menus') };
    const watched = await this.watches.find(member, sights, now);
    if (!watched) throw new NotAuthorizedError();
    const { siteUrl, appUrl } = this.settings;
    const place = { schoolId, siteUrl, appUrl };
    return fitting(watchPayload(watched, place, now.getTime()));
  }
}
