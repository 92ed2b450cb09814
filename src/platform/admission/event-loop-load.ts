import { performance } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';

/** Milliseconds over which it is taken: longer than any one request should keep the process, shorter than a person waits. */
const WINDOW_MS = 100;

/** How busy this process was lately, by the event loop's own account (`performance.eventLoopUtilization`). */
@Injectable()
export class EventLoopLoad {
  private since = performance.eventLoopUtilization();
  private measuredAt = 0;
  private latest = 0;

  constructor(private readonly clock: Clock) {}

  /** The share of the latest window in which it was not idle, from 0 to 1. Nothing is measured while nobody asks. */
  share(): number {
    const now = this.clock.elapsedMs();
    if (now - this.measuredAt > WINDOW_MS) {
      const here = performance.eventLoopUtilization();
      this.latest = performance.eventLoopUtilization(here, this.since).utilization;
      [this.since, this.measuredAt] = [here, now];
    }
    return this.latest;
  }
}
