import type { NewOneTimeLink } from './one-time-links.service.js';

const DAY = 24 * 60 * 60 * 1_000;
/**
 * Days for which the link of an invitation is good; until the invitation ends, an old link gets its owner another one
 * (contract section 17).
 */
const LINK_DAYS = 14;

/** The page that the link leads to; the secret stands behind it as a fragment. */
export const INVITATION_PAGE = '/invitation';

interface LinkedInvitation {
  schoolId: string;
  email: string;
  /** True where they are invited as a guardian. */
  isFamily: boolean;
  /** End of the invitation. */
  until: Date;
}

/** End of a link that is mailed now. */
export const invitationLinkEnd = ({ until }: Pick<LinkedInvitation, 'until'>, now: Date): Date =>
  new Date(Math.min(now.getTime() + LINK_DAYS * DAY, until.getTime()));

export const invitationLink = (invitation: LinkedInvitation, now: Date): NewOneTimeLink => ({
  ...{ purpose: 'invitation', email: invitation.email },
  details: {
    ...{ schoolId: invitation.schoolId, goodUntil: invitationLinkEnd(invitation, now).toISOString() },
    ...(invitation.isFamily && { isFamily: 'true' }),
  },
  lifetimeMs: invitation.until.getTime() - now.getTime(),
});
