import { appendFileSync } from 'node:fs';

/** Writes down what a proof measured, where `FIGURES_FILE` says so. */
export function figure(what: string, value: string | number, bound?: string): void {
  const file = process.env.FIGURES_FILE;
  if (file) appendFileSync(file, `${JSON.stringify({ what, value, bound })}\n`);
}
