/** What the right to publish an item depends on, as the item's row has it. */
export interface Publication {
  organizationId: string | null;
  categoryId: string | null;
  audienceOrganizationIds: string[];
}

/** An item as the caller may see it, and whether they may change it. */
export interface SeenItem<Body> {
  body: Body;
  managed: boolean;
}
