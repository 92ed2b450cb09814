import type { Viewer } from '../../access/privacy-mask.js';
import type { OrganizationViewer } from '../../access/organization-access.js';
import type { Member } from '../../access/caller.js';

/** The first parameters of every query of organizations, after the school's $1. */
export const VIEWER: Viewer & OrganizationViewer = { membership: '$2', admin: '$3', now: '$4' };

export const viewerParameters = (member: Member, now: Date): unknown[] => [
  member.schoolId,
  member.membershipId,
  member.isAdmin,
  now,
];
