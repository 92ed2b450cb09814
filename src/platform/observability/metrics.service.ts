import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';
import { ConnectionWatch } from '../database/connection-watch.js';
import { poolLoad } from '../database/driver-pool.js';
import { Replicas } from '../database/replicas.js';
import { type JobRound, jobRounds } from '../jobs/background-jobs.js';
import { observeEventLoop } from './event-loop-delay.js';
import { type SnapshotRead, snapshotReads } from './snapshot-reads.js';
import { type OutsideCall, outsideCalls } from '../upstream/outside-call.js';

/** Seconds: from a neighbour that answers at once to the deadline of the images service. */
const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** @returns how to stop listening */
function observeOutsideCalls(registry: Registry): () => void {
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

/** Milliseconds: a collector gives up after ten seconds, and then has nothing at all. */
const DEADLINE_MS = 2_000;

/** Null when it fails, or is not there in time. */
function withinDeadline(figure: Promise<number | null>): Promise<number | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), DEADLINE_MS);
  });
  return Promise.race([figure.catch(() => null), tooLate]).finally(() => clearTimeout(timer));
}

/** @returns how to stop listening */
export function observeJobs(registry: Registry): () => void {
  const rounds = new Counter({
    name: 'job_rounds_total',
    help: 'Rounds of background jobs that came to an end.',
    labelNames: ['name', 'outcome'],
    registers: [registry],
  });
  const listen = (message: unknown): void => {
    const { job, outcome } = message as JobRound;
    rounds.inc({ name: job, outcome });
  };
  jobRounds.subscribe(listen);
  return () => void jobRounds.unsubscribe(listen);
}

/** @returns how to stop listening */
function observeSnapshots(registry: Registry): () => void {
  const reads = new Counter({
    name: 'snapshot_reads_total',
    help: 'Lists of a school that were asked for, by whether they were ready.',
    labelNames: ['kind', 'result'],
    registers: [registry],
  });
  const listen = (message: unknown): void => {
    const { kind, result } = message as SnapshotRead;
    reads.inc({ kind, result });
  };
  snapshotReads.subscribe(listen);
  return () => void snapshotReads.unsubscribe(listen);
}

/** Gauges of prom-client whose names end as only those of counters should (Prometheus); each is the sum of another one. */
const NO_COUNTERS = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);

/** Metrics of the service. Every label has few values: no id, name, address or query is ever one. */
@Injectable()
export class Metrics implements OnModuleDestroy {
  readonly registry = new Registry();
  private readonly ends: (() => void)[] = [];

  constructor(
    @Inject(SETTINGS) { metricsPort }: Settings,
    dataSource: DataSource,
    watch: ConnectionWatch,
    replicas: Replicas,
  ) {
    // Watching the event loop and the garbage costs a little, and nobody would look.
    if (metricsPort === null) return;
    collectDefaultMetrics({ register: this.registry });
    for (const name of NO_COUNTERS) this.registry.removeSingleMetric(name);
    for (const observe of [observeEventLoop, observeOutsideCalls, observeJobs, observeSnapshots])
      this.ends.push(observe(this.registry));
    this.poolGauges(dataSource);
    this.serverGauges(watch, replicas);
  }

  /**
   * Asked for when somebody looks; without a value when there is none (null), or when that fails or takes too long.
   * @param overall what several processes of one service come to
   */
  gauge(name: string, help: string, ask: () => Promise<number | null>, overall: 'sum' | 'max' = 'sum'): void {
    const { registry } = this;
    new Gauge({
      name,
      help,
      registers: [registry],
      aggregator: overall,
      async collect() {
        const value = await withinDeadline(ask());
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  }

  onModuleDestroy(): void {
    for (const end of this.ends) end();
    this.registry.clear();
  }

  private serverGauges(watch: ConnectionWatch, replicas: Replicas): void {
    this.gauge(
      'database_writes_suspended',
      '1 while writes are refused because no synchronous standby confirms commits.',
      async () => Number(watch.areWritesSuspended),
      'max',
    );
    const inUse = 'Read replicas that answer and keep up, as this process sees them.';
    this.gauge('database_replicas_in_use', inUse, async () => replicas.inUse, 'max');
    const lag = 'How far the slowest read replica is behind.';
    this.gauge('database_replica_lag_seconds', lag, async () => replicas.lagSeconds, 'max');
  }

  private poolGauges(dataSource: DataSource): void {
    const about = (name: string, help: string, of: 'open' | 'idle' | 'waiting'): void =>
      this.gauge(name, help, async () => poolLoad(dataSource)[of]);
    about('database_pool_connections', 'Connections of this process to the database.', 'open');
    about('database_pool_idle_connections', 'Connections that nobody uses now.', 'idle');
    about('database_pool_waiting', 'Statements that wait for a connection.', 'waiting');
  }
}
