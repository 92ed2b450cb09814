/**
 * What docs/reliability.md states figures of, and the specs that find them: the same as in every run of the tests, with
 * the full counts. The order is that of the page.
 * @type {Record<string, { specs: string[], env?: Record<string, string> }>}
 */
export const PROOFS = {
  matrix: { specs: ['test/architecture/authorization-matrix'] },
  races: { specs: ['test/races', 'test/storage/two-processes'], env: { RACE_ROUNDS: '200' } },
  rolling: { specs: ['test/deployment/rolling-restart'], env: { ROLLING_RESTARTS: '20' } },
};
