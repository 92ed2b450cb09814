/** Every table of items that have rich text, with the column that it stands in, which has an index of the images it embeds. */
export const RICH_TEXT_COLUMNS = {
  documents: 'description',
  school_details: 'description',
  notices: 'body',
  polls: 'description',
  signups: 'description',
  permission_slips: 'body',
  events: 'description',
  event_series: 'description',
  organizations: 'description',
} as const;

export type RichTextTable = keyof typeof RICH_TEXT_COLUMNS;
