import { appendFileSync } from 'node:fs';

/**
 * Notes what a run has measured, where it is asked for: a JSON line in the file that `FIGURES_FILE` names.
 * @param bound the promise in words, such as `<= 5 s`
 */
export function figure(what: string, value: string | number, bound?: string): void {
  const file = process.env.FIGURES_FILE;
  if (file) appendFileSync(file, `${JSON.stringify({ what, value, bound })}\n`);
}
