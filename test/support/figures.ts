import { appendFileSync } from 'node:fs';

/**
 * A figure of a proof, for the file that `FIGURES_FILE` names; nothing is written without it.
 * @param bound the promise in words, for instance `<= 5 s`
 */
export function figure(what: string, value: string | number, bound?: string): void {
  const file = process.env.FIGURES_FILE;
  if (file) appendFileSync(file, `${JSON.stringify({ what, value, bound })}\n`);
}
