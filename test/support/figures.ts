import { appendFileSync } from 'node:fs';

/**
 * Notes what a run has measured, for whoever asked for it by FIGURES_FILE.
 * @param bound the promise, in words: "<= 5 s"
 */
export function figure(what: string, value: string | number, bound?: string): void {
  const file = process.env.FIGURES_FILE;
  if (file) appendFileSync(file, `${JSON.stringify({ what, value, bound })}\n`);
}
