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
