import { appendFileSync } from 'node:fs';

/**
 * Notes what a proof has measured, where FIGURES_FILE names a file for it.
 * @param bound the promise in words
 */
export function figure(what: string, value: string | number, bound?: string): void {
  const file = process.env.FIGURES_FILE;
  if (file) appendFileSync(file, `${JSON.stringify({ what, value, bound })}\n`);
}
