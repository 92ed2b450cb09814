import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';
import { poolLoad } from '../database/pool-load.js';
import { withinDeadline } from './deadline.js';
import { observeJobs } from './job-metrics.js';
import { observeOutsideCalls } from './outside-call-metrics.js';
import { observeSnapshots } from './snapshot-metrics.js';

/** What the service counts. Every label has few values: no id, name, address or query is ever one. */
@Injectable()
export class Metrics implements OnModuleDestroy {
  readonly registry = new Registry();
  private readonly ends: (() => void)[] = [];

  constructor(@Inject(SETTINGS) { metricsPort }: Settings, dataSource: DataSource) {
    // Watching the event loop and the garbage costs a little, and nobody would look.
    if (metricsPort === null) return;
    collectDefaultMetrics({ register: this.registry });
    for (const observe of [observeOutsideCalls, observeJobs, observeSnapshots])
      this.ends.push(observe(this.registry));
    this.poolGauges(dataSource);
  }

  /**
   * Asked for when somebody looks; without a value when that fails or takes too long.
   * @param overall what several processes of one service come to
   */
  gauge(name: string, help: string, ask: () => Promise<number>, overall: 'sum' | 'max' = 'sum'): void {
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

  private poolGauges(dataSource: DataSource): void {
    const about = (name: string, help: string, of: 'open' | 'idle' | 'waiting'): void =>
      this.gauge(name, help, async () => poolLoad(dataSource)[of]);
    about('database_pool_connections', 'Connections of this process to the database.', 'open');
    about('database_pool_idle_connections', 'Connections that nobody uses now.', 'idle');
    about('database_pool_waiting', 'Statements that wait for a connection.', 'waiting');
  }
}
