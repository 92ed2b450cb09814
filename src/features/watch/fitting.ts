import type { WatchPayload } from './watch.dto.js';

/** Of UTF-8. */
export const MOST_BYTES = 8000;

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * As much of it as fits, whatever the titles are made of. What is far away goes first; what is left at the end has a bound
 * of its own, since every text in it has one.
 */
export function fitting(payload: WatchPayload): WatchPayload {
  const { timeline, today } = payload;
  const parts: [list: unknown[], kept: number][] = [
    [timeline, 8],
    [today.all_day, 3],
    [today.events, 2],
    [timeline, 1],
    [today.all_day, 0],
    [today.events, 0],
  ];
  let bytes = sizeOf(payload);
  for (const [list, kept] of parts)
    while (bytes > MOST_BYTES && list.length > kept) bytes -= sizeOf(list.pop()) + 1;
  return payload;
}
