import { describe, expect, it } from '@jest/globals';
import { UnavailableError } from '../errors/app-error.js';
import { FairQueue } from './fair-queue.js';

/** Work that ends when it is told to, and the order in which it began. */
class Bench {
  readonly begun: string[] = [];
  private readonly ends = new Map<string, () => void>();

  readonly work = (name: string) => (): Promise<void> => {
    this.begun.push(name);
    return new Promise((resolve) => this.ends.set(name, resolve));
  };

  async end(name: string): Promise<void> {
    this.ends.get(name)!();
    await settled();
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a fair queue', () => {
  it('begins one piece of work of a caller at a time, though there are places', async () => {
    const [queue, bench] = [new FairQueue(3), new Bench()];
    for (const name of ['a1', 'a2']) void queue.run('a', bench.work(name));
    await settled();
    expect(bench.begun).toEqual(['a1']);
    await bench.end('a1');
    expect(bench.begun).toEqual(['a1', 'a2']);
  });

  it('begins that of the next caller before the second of the one who has asked for a hundred', async () => {
    const [queue, bench] = [new FairQueue(1), new Bench()];
    for (let at = 0; at < 100; at += 1) void queue.run('greedy', bench.work(`greedy ${at}`));
    void queue.run('b', bench.work('b'));
    void queue.run('c', bench.work('c'));
    await settled();
    for (const name of ['greedy 0', 'b', 'c']) await bench.end(name);
    expect(bench.begun).toEqual(['greedy 0', 'b', 'c', 'greedy 1']);
  });

  it('lets a caller have as many places as are theirs', async () => {
    const [queue, bench] = [new FairQueue(3, 2), new Bench()];
    for (const name of ['a1', 'a2', 'a3']) void queue.run('a', bench.work(name));
    void queue.run('b', bench.work('b1'));
    await settled();
    expect(bench.begun).toEqual(['a1', 'a2', 'b1']);
  });

  it('goes on after work that has failed, and tells its caller', async () => {
    const queue = new FairQueue(1);
    const failing = queue.run('a', () => Promise.reject(new Error('broken')));
    const next = queue.run('a', () => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });

  it('refuses work that has not begun in time, and never begins it', async () => {
    const [queue, bench] = [new FairQueue(1), new Bench()];
    void queue.run('a', bench.work('a1'));
    const late = [queue.run('a', bench.work('a2'), 10), queue.run('b', bench.work('b1'), 10)];
    for (const one of late) await expect(one).rejects.toThrow(UnavailableError);
    void queue.run('b', bench.work('b2'));
    await bench.end('a1');
    expect(bench.begun).toEqual(['a1', 'b2']);
  });

  it('lets work take as long as it needs once it has begun', async () => {
    const [queue, bench] = [new FairQueue(1), new Bench()];
    const done = queue.run('a', bench.work('a1'), 1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await bench.end('a1');
    expect(await done).toBeUndefined();
  });
});
