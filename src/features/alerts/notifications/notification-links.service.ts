import { Inject, Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { NotificationLink } from './notification.dto.js';
import { NotificationLinksRepository, type TargetAvailability } from './notification-links.repository.js';
import type { UnavailableReason } from '../alert.js';
import { isOn } from '../../../policy/school-feature.js';
import { SETTINGS } from '../../../platform/config/settings.constants.js';
import type { Settings } from '../../../platform/config/settings.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import { appLink } from '../../../platform/pages/app-links.js';
import { AlertKinds } from '../alert-kinds.js';
import type { Target } from './notification-targets.js';

/** Where notifications lead, checked whenever it is asked. */
@Injectable()
export class NotificationLinksService {
  constructor(
    private readonly links: NotificationLinksRepository,
    private readonly kinds: AlertKinds,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws NotFoundError when the notification was removed a moment ago */
  async resolve(member: Member, notificationId: string): Promise<NotificationLink> {
    const found = await this.links.find(member, notificationId, this.clock.now());
    if (!found) throw new NotFoundError();
    const { school_id, target_type, target_id } = found;
    const target = this.kinds.targetOf(target_type);
    const reason = reasonOf(member, target, found);
    return {
      school_id,
      target_type,
      target_id,
      organization_id: reason === null ? found.organization_id : null,
      api_path: `/api/v1${target.path(school_id, target_id)}`,
      web_url: appLink(this.settings.appUrl, {
        schoolId: school_id,
        item: { type: target_type, id: target_id },
      }),
      available: reason === null,
      unavailable_reason: reason,
    };
  }
}

/**
 * The reason why a target cannot be read. A disabled feature comes first: items that nobody gets to see are not described.
 */
function reasonOf(
  member: Member,
  { feature }: Target,
  { found, hidden }: TargetAvailability,
): UnavailableReason | null {
  if (feature && !isOn(member.features, feature)) return 'feature_off';
  return found ? hidden : 'deleted';
}
