/** Numbers that look random and are the same for the same seed (mulberry32). */
export class Chance {
  constructor(private state: number) {}

  /** 0 to below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Both ends included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  is(share: number): boolean {
    return this.next() < share;
  }

  of<T>(values: readonly T[]): T {
    return values[this.between(0, values.length - 1)]!;
  }
}
