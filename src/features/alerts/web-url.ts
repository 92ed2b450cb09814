import type { NotificationTarget } from './notification-words.js';

const FOLDERS: Record<NotificationTarget, string> = {
  notice: 'notices',
  document: 'documents',
  poll: 'polls',
  signup: 'signups',
  permission_slip: 'permission-slips',
  event: 'events',
  organization: 'organizations',
  student: 'students',
};

/** Address of an item on the site, for people. */
export const webUrlOf = (
  siteUrl: string,
  { schoolId, type, id }: { schoolId: string; type: NotificationTarget; id: string },
): string => `${siteUrl}/schools/${schoolId}/${FOLDERS[type]}/${id}`;
