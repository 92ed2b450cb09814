import { Clock } from '../../src/platform/clock/clock.js';

/** A clock that a test moves by hand. */
export class TestClock extends Clock {
  private shiftMs = 0;
  private stopped: Date | null = null;

  override now(): Date {
    return this.stopped ?? new Date(super.now().getTime() + this.shiftMs);
  }

  /** Stands while the clock does, and goes with it. */
  override elapsedMs(): number {
    return this.now().getTime();
  }

  /** To a moment (UTC), from where it runs on. */
  moveTo(instant: string): void {
    this.stopped = null;
    this.shiftMs = Date.parse(instant) - Date.now();
  }

  /** To a moment (UTC) at which it stands until it is moved: for what happens at the very instant. */
  stopAt(instant: string): void {
    this.stopped = new Date(instant);
  }

  advance(ms: number): void {
    if (this.stopped) this.stopped = new Date(this.stopped.getTime() + ms);
    else this.shiftMs += ms;
  }
}
