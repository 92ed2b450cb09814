import { channel } from 'node:diagnostics_channel';
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';
import { asJob } from '../database/job-connections.js';

/** Work of a service process beside answering. Any number of processes do it at once: the database keeps them apart. */
export interface Job {
  name: string;
  /** Milliseconds to wait when a round has found nothing more to do. */
  everyMs: number;
  /** @returns whether more may be waiting already */
  round: (signal: AbortSignal) => Promise<boolean>;
}

export interface JobRound {
  job: string;
  outcome: 'done' | 'failed';
}

/** Where whoever looks on hears of each round when it is over. */
export const jobRounds = channel('school-directory:job-round');

/** Goes round the jobs, each on its own, from `start` until the service stops. */
@Injectable()
export class BackgroundJobs implements OnModuleDestroy {
  private readonly logger = new Logger('Jobs');
  private readonly ending = new AbortController();
  private readonly jobs: Job[] = [];
  private running: Promise<unknown> = Promise.resolve();
  private stopping: Promise<void> | undefined;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  add(...jobs: Job[]): void {
    this.jobs.push(...jobs);
  }

  /** Only the service calls this: a command, or a test of one operation, has nothing going on behind it. */
  start(): void {
    this.running = Promise.all(this.jobs.map((job) => this.repeat(job)));
  }

  onModuleDestroy(): Promise<void> {
    return this.stop();
  }

  /** Lets the rounds under way finish within the grace time; what is cut off is started again by whoever comes next. */
  stop(): Promise<void> {
    return (this.stopping ??= this.end());
  }

  private async end(): Promise<void> {
    this.ending.abort();
    const enough = new AbortController();
    const grace = delay(this.settings.shutdownGraceMs, undefined, { signal: enough.signal });
    await Promise.race([this.running, grace.catch(() => undefined)]);
    enough.abort();
  }

  private async repeat({ name, everyMs, round }: Job): Promise<void> {
    const { signal } = this.ending;
    let isFailing = false;
    while (!signal.aborted) {
      const isMoreWaiting = await asJob(() => round(signal)).then(
        (more) => {
          jobRounds.publish({ job: name, outcome: 'done' } satisfies JobRound);
          isFailing = false;
          return more;
        },
        (error: unknown) => {
          jobRounds.publish({ job: name, outcome: 'failed' } satisfies JobRound);
          // Once, and not every second of an outage.
          if (!isFailing && !signal.aborted) this.logFailure(name, error);
          isFailing = true;
          return false;
        },
      );
      if (!isMoreWaiting) await delay(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** By kind alone: a driver's message may quote data. */
  private logFailure(job: string, failure: unknown): void {
    const { name, code } = (failure ?? {}) as { name?: string; code?: unknown };
    this.logger.warn({ job, error: name, code }, 'A background job failed; it is tried again');
  }
}
