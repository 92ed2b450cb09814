const sqlState = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/** PostgreSQL, appendix A: 23505. */
export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505';

/** PostgreSQL, appendix A: 23503. What a row refers to is gone. */
export const isForeignKeyViolation = (error: unknown): boolean => sqlState(error) === '23503';

/** PostgreSQL, appendix A: 55P03. Somebody else holds what was waited for. */
export const isLockTimeout = (error: unknown): boolean => sqlState(error) === '55P03';

/** PostgreSQL, appendix A: 40P01. Two wait for each other, and this one was chosen to give way. */
export const isDeadlock = (error: unknown): boolean => sqlState(error) === '40P01';

/** PostgreSQL, appendix A: 42P01, 42703. The tables are not those that are asked for. */
export const isOfAnotherVersion = (error: unknown): boolean => /^42(P01|703)$/.test(String(sqlState(error)));

/** PostgreSQL, appendix A: 42501. */
export const isMissingRight = (error: unknown): boolean => sqlState(error) === '42501';
