import { OperatorError } from '../../platform/errors/operator.error.js';
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import type { AppSettings } from '../../platform/config/settings.js';

/** The processes that serve cannot do their work; the message is the one line for the operator. */
export class WorkersError extends OperatorError {}

/** Messages of a worker to the process in charge. */
export type FromWorker =
  /** I am here. It is answered with the settings, so that all of them have the same: clock, keys, database. */
  | { kind: 'hello' }
  /** I cannot start: why, in one line. */
  | { kind: 'refused'; line: string };

export interface ToWorker {
  kind: 'settings';
  settings: AppSettings;
}

/** A worker that ends earlier than so many milliseconds after its start has ended at once. */
const EARLY_MS = 10_000;
/** So often in a row in one place, and nobody else who has lasted: then it makes no sense. */
const MAX_EARLY_ENDS = 5;
const PAUSE_MS = { first: 250, longest: 8_000 };
/** Milliseconds that a worker may take to end after its grace time. */
const ENDING_MS = 5_000;

/** A numbered slot with its worker, or the worker that replaces it. */
interface WorkerSlot {
  number: number;
  worker: Worker;
  startedAt: number;
  isReady: boolean;
  /** In a row, here. */
  earlyEnds: number;
  /** Why the last one could not start. */
  refusal: string | null;
}

/** The processes that serve. One that ends is replaced, after a pause that grows while that helps nothing. */
export class Workers {
  /** Comes about when they end again and again. */
  readonly failed: Promise<WorkersError>;
  private readonly logger = new Logger('Workers');
  private readonly slots: WorkerSlot[] = [];
  private isStarted = false;
  private isStopping = false;
  private fail: (error: WorkersError) => void = () => undefined;
  private resolveReady: () => void = () => undefined;

  constructor(private readonly settings: AppSettings) {
    this.failed = new Promise((resolve) => (this.fail = resolve));
    // The process in charge takes connections in and hands them out: one that a worker has no longer the time for goes
    // to another one, which those that the system hands out do not.
    cluster.schedulingPolicy = cluster.SCHED_RR;
    // JSON, which is the default, would turn the keys among the settings into something else than buffers.
    cluster.setupPrimary({ serialization: 'advanced' });
    // Counts requests for all workers (`FloodLimiter`): it answers them from its creation on.
    new RateLimiterClusterMaster();
  }

  /**
   * Comes about when all of them serve.
   * @throws WorkersError when one of them cannot
   */
  async start(): Promise<void> {
    const all = new Promise<void>((resolve) => (this.resolveReady = resolve));
    for (let number = 1; number <= this.settings.clusterWorkers; number += 1) this.begin(number);
    const failure = await Promise.race([all, this.failed]);
    if (failure) throw failure;
    this.isStarted = true;
  }

  /** Ends the workers: they finish their requests within the grace time; one that has not ended soon after is killed. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const living = this.slots.map(({ worker }) => worker).filter((worker) => !worker.isDead());
    await Promise.all(living.map((worker) => this.end(worker)));
  }

  private end(worker: Worker): Promise<void> {
    return new Promise((resolve) => {
      const enough = setTimeout(
        () => worker.process.kill('SIGKILL'),
        this.settings.shutdownGraceMs + ENDING_MS,
      );
      worker.once('exit', () => {
        clearTimeout(enough);
        resolve();
      });
      worker.process.kill('SIGTERM');
    });
  }

  private begin(number: number, earlyEnds = 0): void {
    const worker = cluster.fork();
    const startedAt = performance.now();
    const slot: WorkerSlot = { number, worker, startedAt, isReady: false, earlyEnds, refusal: null };
    this.slots[number - 1] = slot;
    worker.on('message', (message: FromWorker) => this.hear(slot, message));
    worker.on('error', () => this.logger.warn({ worker: number }, 'A worker cannot be reached'));
    worker.once('listening', () => {
      slot.isReady = true;
      if (this.slots.every(({ isReady }) => isReady)) this.resolveReady();
    });
    worker.once('exit', (code, signal) => {
      if (!this.isStopping) void this.replace(slot, signal || code);
    });
  }

  private hear(slot: WorkerSlot, message: FromWorker): void {
    const { settings } = this;
    if (message.kind === 'hello') slot.worker.send({ kind: 'settings', settings } satisfies ToWorker);
    if (message.kind === 'refused') slot.refusal = message.line;
  }

  private async replace(slot: WorkerSlot, status: string | number): Promise<void> {
    const { number, worker, refusal } = slot;
    const earlyEnds = isOld(slot) ? 0 : slot.earlyEnds + 1;
    if (!this.isStarted)
      return this.fail(new WorkersError(refusal ?? `A worker ended while it started (${status}).`));
    const other = this.slots.some((one) => one !== slot && isOld(one));
    if (earlyEnds >= MAX_EARLY_ENDS && !other)
      return this.fail(new WorkersError(refusal ?? `The workers end again and again (${status}).`));
    const line = { worker: number, pid: worker.process.pid, status, reason: refusal ?? undefined };
    this.logger.warn(line, 'A worker has ended; another one takes its place');
    if (earlyEnds > 0)
      await delay(Math.min(PAUSE_MS.first * 2 ** (earlyEnds - 1), PAUSE_MS.longest), undefined, {
        ref: false,
      });
    if (!this.isStopping) this.begin(number, earlyEnds);
  }
}

const isOld = ({ isReady, startedAt }: WorkerSlot): boolean =>
  isReady && performance.now() - startedAt > EARLY_MS;
