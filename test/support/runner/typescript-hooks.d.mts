/** Where Node.js caches what it has compiled: for NODE_COMPILE_CACHE. */
export const kept: string;
export function fromSources(entry: string, root?: URL): string[];
