import { Inject, Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { isOn } from '../../policy/school-feature.js';
import { Clock } from '../../platform/clock/clock.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { NotAuthorizedError } from '../../platform/errors/app-error.js';
import { fitting, watchPayload } from './watch-payload.js';
import type { WatchPayload } from './watch.dto.js';
import { WatchRepository } from './watch.repository.js';

/** Contents of a watch for a school. */
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
    const watchedFeatures = {
      calendar: isOn(features, 'calendar'),
      lunchMenus: isOn(features, 'lunch_menus'),
    };
    const watched = await this.watches.findWatched(member, watchedFeatures, now);
    if (!watched) throw new NotAuthorizedError();
    const { siteUrl, appUrl } = this.settings;
    const links = { schoolId, siteUrl, appUrl };
    return fitting(watchPayload(watched, links, now.getTime()));
  }
}
