import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** The longest time between two successes. */
export class Outage {
  successes = 0;
  private last = performance.now();
  private longest = 0;
  private isOver = false;

  note(): void {
    const now = performance.now();
    this.successes += 1;
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

  /** Counts writes of its own by way of the service. */
  async watchService(write: () => Promise<boolean>): Promise<void> {
    for (; !this.isOver; await delay(25)) if (await write().catch(() => false)) this.note();
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
        await delay(50);
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
