import { normalizeText } from './normalize.js';

/** Names as they are stored: normalised, without blank ones, each once whatever its case. What is no text stays. */
export function distinctNames<T>(values: T[]): T[] {
  const names = new Map<unknown, T>();
  for (const value of values) {
    const name = typeof value === 'string' ? normalizeText(value) : value;
    const key = typeof name === 'string' ? name.toLowerCase() : name;
    if ((name !== null || value === null) && !names.has(key)) names.set(key, name as T);
  }
  return [...names.values()];
}
