import { appendFileSync } from 'node:fs';

/**
 * A figure that a proof has found, for docs/evidence/reliability.md: `npm run proof` collects them, and without it nothing is
 * kept.
 * @param what in words: "longest recovery"
 * @param value with its unit: "1.2 s"
 * @param bound what is promised: "at most 5 s"
 */
export function figure(what: string, value: string | number, bound?: string): void {
  const file = process.env.FIGURES_FILE;
  if (file) appendFileSync(file, `${JSON.stringify({ what, value, bound })}\n`);
}
