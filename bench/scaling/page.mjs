import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import {
  assumedTable,
  costTable,
  measuredTable,
  rowsTable,
  schoolTable,
  stepsTable,
  visitTable,
} from './tables.mjs';

const PAGE = fileURLToPath(new URL('../../docs/scaling.md', import.meta.url));
const RESULTS = new URL('../results/latest.json', import.meta.url);

const PARTS = {
  measured: measuredTable,
  assumed: assumedTable,
  visit: visitTable,
  school: schoolTable,
  rows: rowsTable,
  steps: stepsTable,
  cost: costTable,
};

/** What the last whole bench found; null where there was none. */
export const readMeasured = () => (existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : null);

/** Between `<!-- name -->` and `<!-- end of name -->`; all else on the page is written by hand. */
export async function writePlan(measured) {
  let page = readFileSync(PAGE, 'utf8');
  for (const [name, part] of Object.entries(PARTS)) page = withPart(page, name, part(measured));
  writeFileSync(PAGE, await format(page, { ...(await resolveConfig(PAGE)), filepath: PAGE }));
}

function withPart(page, name, text) {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/scaling.md has no place for ${name}: ${begin} and ${end}`);
  return `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`;
}
