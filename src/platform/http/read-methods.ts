/** Methods of requests that change nothing (RFC 9110 §9.2.1). */
export const READ_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
