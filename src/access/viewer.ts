import type { AudienceViewer } from './audience.js';
import type { Member } from './caller.js';

/** The caller, in the first parameters of every query of what the caller may see of a school. */
export const VIEWER: AudienceViewer = { school: '$1', membership: '$2', admin: '$3', now: '$4' };

export const viewerParameters = (member: Member, now: Date): unknown[] => [
  member.schoolId,
  member.membershipId,
  member.isAdmin,
  now,
];
