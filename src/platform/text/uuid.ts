const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A malformed id in a path or query is an unknown id (contract section 0, rule 2). */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);
