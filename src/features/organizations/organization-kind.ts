/** In the order in which organizations are listed (contract section 14, rule 19). */
export const ORGANIZATION_KINDS = ['team', 'club', 'class'] as const;

export type OrganizationKind = (typeof ORGANIZATION_KINDS)[number];

/** SQL by which organizations are ordered, before their name. */
export const kindOrder = (organization: string): string =>
  `array_position('{${ORGANIZATION_KINDS.join()}}'::text[], ${organization}.kind)`;
