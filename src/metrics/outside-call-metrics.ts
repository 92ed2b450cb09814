import { Histogram, type Registry } from 'prom-client';
import { outsideCalls, type OutsideCall } from '../upstream/outside-call.js';

/** Seconds: from a neighbour that answers at once to the deadline of the images service. */
const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** @returns how to stop listening */
export function observeOutsideCalls(registry: Registry): () => void {
  const durations = new Histogram({
    name: 'outside_call_duration_seconds',
    help: 'Calls of services outside of this one.',
    labelNames: ['service', 'outcome'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const listen = (message: unknown): void => {
    const { service, outcome, startedAt, endedAt } = message as OutsideCall;
    durations.observe({ service, outcome }, (endedAt - startedAt) / 1000);
  };
  outsideCalls.subscribe(listen);
  return () => void outsideCalls.unsubscribe(listen);
}
