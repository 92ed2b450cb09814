/**
 * Folders of links, by the kind of their target. Apps open these paths (docs/operating.md, "Links"): one that was sent is
 * never changed.
 */
export const LINK_FOLDERS = {
  notice: 'notices',
  document: 'documents',
  poll: 'polls',
  signup: 'signups',
  permission_slip: 'permission-slips',
  event: 'events',
  series: 'series',
  organization: 'organizations',
  student: 'students',
  menu: 'menus',
  confirmation: 'confirmations',
  correction: 'corrections',
} as const;
export type LinkedType = keyof typeof LINK_FOLDERS;

export interface LinkTarget {
  schoolId: string;
  /** Absent: the school itself. */
  item?: { type: LinkedType; id: string };
}

/** `schools/{id}/notices/{id}`: below the address of the app, and in the place of `{path}` in APP_LINK. */
export const linkPath = ({ schoolId, item }: LinkTarget): string =>
  ['schools', schoolId, ...(item ? [LINK_FOLDERS[item.type], item.id] : [])]
    .map(encodeURIComponent)
    .join('/');

/**
 * Where a person is led by a mail, a feed, a notification or a watch (contract section 19, rule 6).
 * @param appUrl of the settings, without a trailing slash
 */
export const appLink = (appUrl: string, target: LinkTarget): string => `${appUrl}/${linkPath(target)}`;
