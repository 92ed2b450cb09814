import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ObjectRemovals } from './object-removals.service.js';

const SOON_AFTER_START_MS = 30_000;
const INTERVAL_MS = 10 * 60 * 1000;

/** Sweeps while the service runs, one sweep at a time. */
@Injectable()
export class RemovalTimer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('RemovalTimer');
  private readonly ending = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly removals: ObjectRemovals) {}

  onApplicationBootstrap(): void {
    this.sweepIn(SOON_AFTER_START_MS);
  }

  /** The database stays until the batch under way is done. */
  async onModuleDestroy(): Promise<void> {
    this.ending.abort();
    clearTimeout(this.timer);
    await this.running;
  }

  private sweepIn(ms: number): void {
    this.timer = setTimeout(() => {
      this.running = this.sweep();
    }, ms).unref();
  }

  private async sweep(): Promise<void> {
    await this.removals.sweep(this.ending.signal).catch((error: Error & { code?: unknown }) => {
      this.logger.warn({ error: error.name, code: error.code }, 'The sweep of superfluous objects failed');
    });
    if (!this.ending.signal.aborted) this.sweepIn(INTERVAL_MS);
  }
}
