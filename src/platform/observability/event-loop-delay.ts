import { performance } from 'node:perf_hooks';
import { Histogram, type Registry } from 'prom-client';

/** Milliseconds between two looks: what stands still for longer is always seen. */
const EVERY_MS = 50;

/** Seconds: from what nobody notices to what a probe takes for the end of the process. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/**
 * How late a timer comes. A histogram adds up over processes and over time, which the gauges of prom-client do not: they are of the
 * time since somebody looked last.
 * @returns how to stop measuring
 */
export function observeEventLoop(registry: Registry): () => void {
  const delays = new Histogram({
    name: 'event_loop_delay_seconds',
    help: 'How late a timer came, twenty times a second.',
    buckets: BUCKETS,
    registers: [registry],
  });
  let due = performance.now() + EVERY_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    delays.observe(Math.max(0, now - due) / 1000);
    due = now + EVERY_MS;
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
