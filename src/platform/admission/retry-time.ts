/** Seconds without a refusal after which what was refused before has nothing to do with the next one. */
const CALM_SECONDS = 10;

/** Seconds; a client that is told more gives up. */
const MAX_SECONDS = 10;

/**
 * When to come again. The longer requests have been refused, the more clients wait: they are spread over as many seconds, so that
 * they do not come back together.
 */
export class RetryTime {
  private beganAt = 0;
  private latestAt = -Infinity;

  /**
   * Whole seconds, from one on.
   * @param nowMs of `Clock.elapsedMs` @param random from 0 to 1
   */
  nextSeconds(nowMs: number, random: number): number {
    if (nowMs - this.latestAt > CALM_SECONDS * 1000) this.beganAt = nowMs;
    this.latestAt = nowMs;
    const lasted = Math.ceil((nowMs - this.beganAt) / 1000);
    return 1 + Math.floor(random * Math.min(lasted + 1, MAX_SECONDS));
  }
}
