/** What is promised, as ratios to the yardstick of the same run, by connections. */
const LEAST = {
  'roster-600': { 16: 38, 1: 13 },
  'compressed-600': { 16: 50 },
  'unchanged-600': { 16: 42 },
  'roster-5000': { 16: 85, 1: 45 },
  'full-600': { 16: 25 },
  'full-5000': { 16: 40, 1: 30 },
  me: { 16: 3.3, 1: 1.35 },
  student: { 16: 3 },
  'markers-600': { 16: 10 },
  'feed-500': { 16: 20 },
  'miss-600': { 16: 1, 1: 1 },
  'mixed-600': { 16: 1, 1: 1 },
};

/** Against a peer, with 16 connections. */
const LEAST_TO_PEER = {
  directus: { 'roster-600': 300, me: 30 },
  postgraphile: { 'roster-600': 140, me: 10 },
};

export const MOST = { memoryMb: 512, startMs: 3_000, curve: 1.15 };

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
