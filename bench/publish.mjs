import { mkdirSync, writeFileSync } from 'node:fs';
import { MAX, judged, judgedPeers, judgedSnowDay } from './bounds.mjs';
import { options } from './options.mjs';
import { pictureOf } from './picture.mjs';
import { factsOf, report } from './report.mjs';

/**
 * Prints what was found; the files keep whole runs only.
 * @returns whether every bound that was measured is kept
 */
export function publish({
  postgres,
  speed,
  search,
  memoryMb,
  start,
  roundTrips,
  stored,
  snowDay,
  curve,
  peers,
}) {
  const found = {
    facts: factsOf({ postgres, options }),
    speed: judged(speed),
    peers: judgedPeers(peers),
    costs: judgedCosts({ memoryMb, start, curve }),
    curve,
    search,
    roundTrips,
    stored,
    snowDay: judgedSnowDay(snowDay),
    workers: options.workers,
  };
  const markdown = report(found);
  process.stdout.write(markdown);
  if (options.isWhole) keep(markdown, pictureOf(found), inputsOf(found, { memoryMb, start }));
  const judgements = [...found.speed, ...found.peers, ...found.costs, ...found.snowDay];
  return !judgements.some(({ missed }) => missed) && !search?.some?.(({ breach }) => breach);
}

/** What must not be more than so much. */
function judgedCosts({ memoryMb, start, curve }) {
  const costs = [
    memoryMb && {
      what: 'memory of the process over the whole run, MB',
      value: memoryMb,
      most: MAX.memoryMb,
    },
    start && { what: 'start to ready, ms', value: start, most: MAX.startMs },
    ...(curve || [])
      .filter(({ schools }) => schools === 1_000)
      .map(({ title, cost }) => ({
        what: `cost with 1,000 schools against one, ${title}`,
        value: cost,
        most: MAX.curve,
      })),
  ];
  return costs.filter(Boolean).map((cost) => ({ ...cost, missed: cost.value > cost.most }));
}

/** What the scale plan is reckoned from (`scaling/`). */
function inputsOf({ facts, speed, curve, stored: { news, ...stored } }, { memoryMb, start }) {
  const busy = speed.filter(({ connections }) => connections === 16);
  const calls = busy.map(({ id, title, service: { perSecond, bytes } }) => [id, { title, perSecond, bytes }]);
  return {
    facts,
    speed: { ...Object.fromEntries(calls), news },
    curve: (curve || [])
      .filter(({ schools }) => schools === 1_000)
      .map(({ title, cost }) => ({ title, cost })),
    memoryMb,
    startMs: start || undefined,
    stored,
  };
}

function keep(markdown, picture, inputs) {
  const folder = new URL('results/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('latest.md', folder), markdown);
  writeFileSync(new URL('latest.svg', folder), picture);
  writeFileSync(new URL('latest.json', folder), `${JSON.stringify(inputs, null, 2)}\n`);
}
