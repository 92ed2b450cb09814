/** Chance that falls the same way every time (mulberry32): the demo school is the same school on every machine. */
export class Seeded {
  constructor(private state: number) {}

  /** From 0 up to, not including, 1. */
  number(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  chance(probability: number): boolean {
    return this.number() < probability;
  }

  /** Both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.number() * (most - least + 1));
  }

  pick<T>(list: readonly T[]): T {
    return list[this.between(0, list.length - 1)]!;
  }

  /** Each as often as its weight says. */
  weighted<T extends { weight: number }>(list: readonly T[]): T {
    let rest = this.number() * list.reduce((sum, { weight }) => sum + weight, 0);
    return list.find(({ weight }) => (rest -= weight) < 0) ?? list.at(-1)!;
  }
}
