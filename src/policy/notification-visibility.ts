/**
 * True for a row of `notifications` that is not older than 180 days (contract section 9): an older one is no longer
 * there for anyone, whether or not it has been deleted yet.
 * @param now placeholder, UTC
 */
export const isNotificationRetained = (notification: string, now: string): string =>
  `${notification}.created_at > ${now}::timestamptz - interval '180 days'`;
