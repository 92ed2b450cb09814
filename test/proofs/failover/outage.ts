import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { PatientClient } from '../faults/patient-client.js';

/** The longest time between two successes. */
export class Outage {
  private last = performance.now();
  private longest = 0;
  private isOver = false;

  note(): void {
    const now = performance.now();
    this.longest = Math.max(this.longest, now - this.last);
    this.last = now;
  }

  /** Milliseconds, of what is measured from here on. */
  begin(): void {
    this.last = performance.now();
    this.longest = 0;
  }

  get ms(): number {
    return this.longest;
  }

  /** Counts what the service acknowledges. */
  async watchService(client: PatientClient): Promise<void> {
    for (let decided = client.decided; !this.isOver; await delay(5)) {
      if (client.decided !== decided) this.note();
      ({ decided } = client);
    }
  }

  /** Counts writes of its own to one server, and comes back to it whatever happens: what no service can be better than. */
  async watchServer(url: string): Promise<void> {
    while (!this.isOver) {
      const client = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: 500,
        query_timeout: 2_000,
      });
      client.on('error', () => undefined);
      try {
        await client.connect();
        for (; !this.isOver; await delay(25)) {
          await client.query('insert into probes default values');
          this.note();
        }
      } catch {
        await delay(25);
      } finally {
        void client.end().catch(() => undefined);
      }
    }
  }

  stop(): void {
    this.isOver = true;
  }
}

export const medianOf = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
