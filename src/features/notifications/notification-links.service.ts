import { Inject, Injectable } from '@nestjs/common';
import type { Member } from '../../access/caller.js';
import { isOn } from '../../access/school-feature.js';
import { Clock } from '../../clock/clock.js';
import { SETTINGS } from '../../config/settings.constants.js';
import type { Settings } from '../../config/settings.js';
import { NotFoundError } from '../../errors/app-error.js';
import { appLink } from '../../pages/app-links.js';
import type { NotificationLink } from './notification-link.dto.js';
import { NotificationLinksRepository, type TargetStanding } from './notification-links.repository.js';
import { TARGETS } from './notification-targets.js';
import type { UnavailableReason } from './unavailable-reason.js';

/** Where notifications lead, checked whenever it is asked. */
@Injectable()
export class NotificationLinksService {
  constructor(
    private readonly links: NotificationLinksRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws NotFoundError when the notification was removed a moment ago */
  async resolve(member: Member, notificationId: string): Promise<NotificationLink> {
    const found = await this.links.find(member, notificationId, this.clock.now());
    if (!found) throw new NotFoundError();
    const { school_id, target_type, target_id } = found;
    const reason = reasonOf(member, found);
    return {
      school_id,
      target_type,
      target_id,
      organization_id: reason === null ? found.organization_id : null,
      api_path: `/api/v1${TARGETS[target_type].path(school_id, target_id)}`,
      web_url: appLink(this.settings.appUrl, {
        schoolId: school_id,
        item: { type: target_type, id: target_id },
      }),
      available: reason === null,
      unavailable_reason: reason,
    };
  }
}

/** What the school has turned off comes first: nothing is told of items that nobody gets to see. */
function reasonOf(member: Member, { target_type, found, hidden }: TargetStanding): UnavailableReason | null {
  const { feature } = TARGETS[target_type];
  if (feature && !isOn(member.features, feature)) return 'feature_off';
  return found ? hidden : 'deleted';
}
