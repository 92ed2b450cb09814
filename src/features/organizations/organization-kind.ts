/** In the order in which organizations are listed (contract section 14, rule 19). */
export const ORGANIZATION_KINDS = ['team', 'club', 'class'] as const;

export type OrganizationKind = (typeof ORGANIZATION_KINDS)[number];
