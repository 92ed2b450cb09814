/** Whom a notice is mailed to: `guardians` are, besides the members, guardians on file who have no account yet. */
export const NOTICE_REACHES = ['members', 'guardians'] as const;

export type NoticeReach = (typeof NOTICE_REACHES)[number];
