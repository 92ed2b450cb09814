/** Tables of what has happened at this place: a school that is moved to another one begins a journal there. */
export const JOURNAL_TABLES: readonly string[] = ['changes', 'journal_heads', 'journal_positions'];
