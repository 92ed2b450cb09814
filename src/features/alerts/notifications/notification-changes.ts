import { chunks } from '../../../platform/database/chunks.js';
import type { ChangeKind } from '../../../platform/journal/change-kinds.js';
import { record, type Recording } from '../../../platform/journal/recorded-changes.js';

/** A notification by its reader. */
export interface MembersNotification {
  membershipId: string;
  notificationId: string;
}

type NotificationChange = Extract<ChangeKind, `notification.${string}`>;

/** Notifications that one row of the journal names (contract section 26, rule 4). */
const CHUNK = 1_000;

/**
 * Says in the journal what has become of these notifications: a row for all of them, which is about the school; `ids` has
 * the reader of each at its position.
 * @param by the school, and the member who does it
 */
export function recordNotifications(
  manager: Recording['manager'],
  by: { schoolId: string; membershipId?: string },
  kind: NotificationChange,
  notifications: MembersNotification[],
): void {
  for (const some of chunks(notifications, CHUNK))
    record(
      { manager, schoolId: by.schoolId },
      {
        kind,
        id: by.schoolId,
        membershipId: by.membershipId ?? null,
        ids: {
          readers: some.map(({ membershipId }) => membershipId),
          notifications: some.map(({ notificationId }) => notificationId),
        },
      },
    );
}

/** A notification that has taken the position of a former one of the same kind about the same item; null where there was none. */
export interface RenewedNotification extends MembersNotification {
  formerId: string | null;
}

/** Says in the journal that these have arrived, and that those whose position they take are gone. */
export function recordRenewed(
  manager: Recording['manager'],
  school: { schoolId: string },
  renewed: RenewedNotification[],
): void {
  const former = renewed.flatMap(({ membershipId, formerId }) =>
    formerId === null ? [] : [{ membershipId, notificationId: formerId }],
  );
  recordNotifications(manager, school, 'notification.removed', former);
  recordNotifications(manager, school, 'notification.arrived', renewed);
}
