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

/**
 * Where a person sees the item: a page of the product on the same site.
 * @param siteUrl bare, without a trailing slash
 */
export const webUrlOf = (
  siteUrl: string,
  { schoolId, type, id }: { schoolId: string; type: NotificationTarget; id: string },
): string => `${siteUrl}/schools/${schoolId}/${FOLDERS[type]}/${encodeURIComponent(id)}`;
