import { OperatorError } from '../../platform/errors/operator.error.js';
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
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
interface Place {
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
  private readonly places: Place[] = [];
  private isStarted = false;
  private isStopping = false;
  private fail: (error: WorkersError) => void = () => undefined;
  private standing: () => void = () => undefined;

  constructor(private readonly settings: AppSettings) {
    this.failed = new Promise((resolve) => (this.fail = resolve));
    // The process in charge takes connections in and hands them out: one that a worker has no longer the time for goes
    // to another one, which those that the system hands out do not.
    cluster.schedulingPolicy = cluster.SCHED_RR;
    // JSON, which is the default, would turn the keys among the settings into something else than buffers.
    cluster.setupPrimary({ serialization: 'advanced' });
  }

  /**
   * Comes about when all of them serve.
   * @throws WorkersError when one of them cannot
   */
  async start(): Promise<void> {
    const all = new Promise<void>((resolve) => (this.standing = resolve));
    for (let number = 1; number <= this.settings.clusterWorkers; number += 1) this.begin(number);
    const failure = await Promise.race([all, this.failed]);
    if (failure) throw failure;
    this.isStarted = true;
  }

  /** Ends the workers: they finish their requests within the grace time; one that has not ended soon after is killed. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const living = this.places.map(({ worker }) => worker).filter((worker) => !worker.isDead());
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
    const place: Place = { number, worker, startedAt, isReady: false, earlyEnds, refusal: null };
    this.places[number - 1] = place;
    worker.on('message', (message: FromWorker) => this.hear(place, message));
    worker.on('error', () => this.logger.warn({ worker: number }, 'A worker cannot be reached'));
    worker.once('listening', () => {
      place.isReady = true;
      if (this.places.every(({ isReady }) => isReady)) this.standing();
    });
    worker.once('exit', (code, signal) => {
      if (!this.isStopping) void this.replace(place, signal || code);
    });
  }

  private hear(place: Place, message: FromWorker): void {
    const { settings } = this;
    if (message.kind === 'hello') place.worker.send({ kind: 'settings', settings } satisfies ToWorker);
    if (message.kind === 'refused') place.refusal = message.line;
  }

  private async replace(place: Place, status: string | number): Promise<void> {
    const { number, worker, refusal } = place;
    const earlyEnds = isOld(place) ? 0 : place.earlyEnds + 1;
    if (!this.isStarted)
      return this.fail(new WorkersError(refusal ?? `A worker ended while it started (${status}).`));
    const other = this.places.some((one) => one !== place && isOld(one));
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

const isOld = ({ isReady, startedAt }: Place): boolean => isReady && performance.now() - startedAt > EARLY_MS;
