/** What is promised, as ratios to the baseline of the same run, by connections. */
const LEAST = {
  'roster-600': { 16: 22 },
  'unchanged-600': { 16: 25 },
  me: { 16: 2.5 },
  'miss-600': { 16: 1, 1: 1 },
  'mixed-600': { 16: 1, 1: 1 },
};

/** Against a peer, with 16 connections. */
const LEAST_TO_PEER = {
  directus: { 'roster-600': 300, me: 30 },
  postgraphile: { 'roster-600': 140, me: 10 },
};

export const MAX = { memoryMb: 512, startMs: 2_000, curve: 1.15 };

const speedBound = ({ id, connections }) => LEAST[id]?.[connections];

/** Every result with its bound, where there is one, and whether it is kept. */
export const judged = (results) =>
  results.map((result) => {
    const least = speedBound(result);
    return { ...result, least, missed: least !== undefined && result.ratio < least };
  });

export const judgedPeers = (results) =>
  results.map((result) => {
    const least = LEAST_TO_PEER[result.peer][result.id];
    return { ...result, least, missed: result.ratio < least };
  });

/** Of a day on which twice as many families come at once as are answered quickly. */
const SNOW_DAY = [
  { key: 'capacity', what: 'visits a second of which 99 of 100 are over in 250 ms' },
  { key: 'doneShare', what: 'visits that are done at twice that, as a share of it', least: 0.9 },
  { key: 'p99', what: 'p99 of those visits, ms', most: 1_000 },
  { key: 'refusalP99', what: 'p99 of a refusal, ms', most: 50 },
  { key: 'failed', what: 'visits that fail otherwise than by a refusal', most: 0 },
  { key: 'staleLists', what: 'lists without the notice, after it was published', most: 0 },
  { key: 'memoryMb', what: 'memory of the process, MB', most: 512 },
  { key: 'mailsAlone', what: 'mails a second while nobody comes' },
  { key: 'mailShare', what: 'mails a second beside the families, as a share of that', least: 0.5 },
  { key: 'otherRatio', what: 'p99 of the visits of another school, times that of a calm morning', most: 2 },
  { key: 'afterRatio', what: 'p99 of a visit ten seconds later, times that of a calm morning', most: 1.5 },
  { key: 'afterRefused', what: 'visits that are refused or fail ten seconds later', most: 0 },
  { key: 'serviceMs', what: 'processor time of a visit in the service, ms', most: 8 },
  { key: 'databaseMs', what: 'processor time of a visit in PostgreSQL, ms', most: 5 },
];

/** @param found as `measureSnowDay` has it; nothing is judged where it was not measured */
export function judgedSnowDay(found) {
  if (!found) return [];
  const { families, ...others } = found;
  const values = {
    ...others,
    ...{ p99: families.p99, refusalP99: families.refusals.p99 ?? 0, failed: families.failed },
  };
  return SNOW_DAY.map(({ key, what, least, most }) => {
    const value = values[key];
    const isWithin = !(value < least) && !(value > most) && value !== null;
    return { what, value, least, most, missed: !isWithin };
  });
}
