/**
 * Statements that must read or write rows of more schools than one, or of one that they do not know yet: where they are
 * sent from, the tables, and why. Everything else says its school.
 */
export const ACROSS_SCHOOLS: Record<string, { tables: string[]; why: string }> = {};
