import { Injectable } from '@nestjs/common';

/** The only source of the present instant. */
@Injectable()
export class Clock {
  constructor(private readonly offsetMs = 0) {}

  /** UTC. */
  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }

  /** Milliseconds since some moment, to tell how long something takes: a clock that is set moves it neither way. */
  elapsedMs(): number {
    return performance.now();
  }
}
