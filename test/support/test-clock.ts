import { Clock } from '../../src/clock/clock.js';

/** A clock that a test moves by hand. */
export class TestClock extends Clock {
  private shiftMs = 0;

  override now(): Date {
    return new Date(super.now().getTime() + this.shiftMs);
  }

  /** To a moment (UTC), from where it runs on. */
  moveTo(instant: string): void {
    this.shiftMs = Date.parse(instant) - Date.now();
  }

  advance(ms: number): void {
    this.shiftMs += ms;
  }
}
