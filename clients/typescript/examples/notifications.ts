import type { DirectoryClient } from '../src/directory-client.js';

/** What the caller was alerted to and has not read. */
export async function listNotifications(api: DirectoryClient, { schoolId }: { schoolId: string }) {
  const { data } = await api.GET('/schools/{schoolId}/notifications', {
    params: { path: { schoolId }, query: { unreadOnly: 'true' } },
  });
  return data.notifications.map(({ id }) => id);
}

/** Asks before following a notification: whether its item may still be seen, and if not, why. */
export async function getNotificationLink(
  api: DirectoryClient,
  { notificationId }: { notificationId: string },
) {
  const { data } = await api.GET('/notifications/{notificationId}/link', {
    params: { path: { notificationId } },
  });
  return data.available ? data.web_url : data.unavailable_reason;
}

/** Marks one as read. */
export async function markNotificationRead(
  api: DirectoryClient,
  { notificationId }: { notificationId: string },
) {
  await api.POST('/notifications/{notificationId}/read', { params: { path: { notificationId } } });
}

/** Marks as read all that there are. */
export async function markNotificationsRead(api: DirectoryClient, { schoolId }: { schoolId: string }) {
  await api.POST('/schools/{schoolId}/notifications/read', {
    params: { path: { schoolId } },
    body: {},
  });
}

/** Whom to call: their mail servers refuse what the school sends. */
export async function getMailHealth(api: DirectoryClient, { schoolId }: { schoolId: string }) {
  const { data } = await api.GET('/schools/{schoolId}/mail-health', { params: { path: { schoolId } } });
  return data.people.filter(({ stopped }) => stopped).map(({ name }) => name);
}
