import { describe, expect, it } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { UnavailableError } from '../errors/app-error.js';
import { CallerConcurrencyGuard, WaitsForOthers } from './caller-concurrency.guard.js';

class Routes {
  read(): void {}

  @WaitsForOthers()
  slow(): void {}
}
const { read, slow } = Object.getOwnPropertyDescriptors(Routes.prototype) as Record<
  'read' | 'slow',
  { value: () => void }
>;

class Asked {
  readonly response = Object.assign(new EventEmitter(), {
    ...{ closed: false, destroyed: false, length: 0 },
    getHeader: () => String(this.response.length),
  });
  state: 'waits' | 'let in' | 'refused' = 'waits';

  constructor(
    guard: CallerConcurrencyGuard,
    user: string | null,
    {
      method = 'GET',
      handler = read.value,
      token,
      authorization,
    }: { method?: string; handler?: () => void; token?: string; authorization?: string } = {},
  ) {
    const request = {
      method,
      params: token ? { token } : {},
      headers: authorization ? { authorization } : {},
      user: user && { issuer: 'own', userId: user },
    };
    const context = {
      getArgByIndex: (at: number) => [request, this.response][at],
      getHandler: () => handler,
      getClass: () => Routes,
    };
    guard.canActivate(context as unknown as ExecutionContext).then(
      () => (this.state = 'let in'),
      (error) => {
        expect(error).toBeInstanceOf(UnavailableError);
        this.state = 'refused';
      },
    );
  }

  /** @param length of the answer, in bytes */
  close(length = 0): void {
    this.response.length = length;
    this.response.closed = true;
    this.response.emit('close');
  }
}

const guarded = (): CallerConcurrencyGuard => new CallerConcurrencyGuard(new Reflector());
const statesOf = async (asked: Asked[]): Promise<string[]> => {
  await turn();
  return asked.map(({ state }) => state);
};
const many = (count: number, make: () => Asked): Asked[] => Array.from({ length: count }, make);

describe('requests of one caller', () => {
  it('get in four at a time, the others in the order in which they came', async () => {
    const guard = guarded();
    const asked = many(6, () => new Asked(guard, 'ada'));
    expect(await statesOf(asked)).toEqual([...Array<string>(4).fill('let in'), 'waits', 'waits']);
    asked[2]!.close();
    expect((await statesOf(asked)).slice(4)).toEqual(['let in', 'waits']);
    asked[0]!.close();
    expect((await statesOf(asked)).slice(4)).toEqual(['let in', 'let in']);
  });

  it('keep nobody else waiting, nor their own writes, nor what waits for others', async () => {
    const guard = guarded();
    many(400, () => new Asked(guard, 'ada'));
    const others = [
      new Asked(guard, 'ben'),
      new Asked(guard, 'ada', { method: 'POST' }),
      new Asked(guard, 'ada', { handler: slow.value }),
      new Asked(guard, null),
      new Asked(guard, null, { token: 'of a feed' }),
      new Asked(guard, null, { authorization: 'Basic b2Y6YSBib29r' }),
    ];
    expect(await statesOf(others)).toEqual(Array(6).fill('let in'));
  });

  it.each([{ token: 'of a feed' }, { authorization: 'Basic b2Y6YSBib29r' }])(
    'get in four at a time by what stands for its owner: %j',
    async (owner) => {
      const guard = guarded();
      const asked = many(5, () => new Asked(guard, null, owner));
      expect(await statesOf(asked)).toEqual([...Array<string>(4).fill('let in'), 'waits']);
    },
  );

  it('leave their place to the next when their client has gone meanwhile', async () => {
    const guard = guarded();
    const asked = many(6, () => new Asked(guard, 'ada'));
    asked[4]!.close();
    asked[0]!.close();
    expect((await statesOf(asked)).slice(4)).toEqual(['refused', 'let in']);
  });

  it('get in one at a time where there are many, with a pause after what is large', async () => {
    const guard = guarded();
    const asked = many(27, () => new Asked(guard, 'ada'));
    while ((await statesOf(asked.slice(0, 24))).includes('waits'))
      asked.slice(0, 24).forEach((one) => one.state === 'let in' && one.close());
    // Each of the others, while the last ones are still being taken.
    expect((await statesOf(asked)).slice(24)).toEqual(['waits', 'waits', 'waits']);
    asked.slice(0, 24).forEach((one) => one.close());
    expect((await statesOf(asked)).slice(24)).toEqual(['let in', 'waits', 'waits']);
    asked[24]!.close(256 * 1024);
    expect((await statesOf(asked)).slice(24)).toEqual(['let in', 'let in', 'waits']);
    asked[25]!.close(256 * 1024 + 1);
    expect((await statesOf(asked)).slice(24)).toEqual(['let in', 'let in', 'waits']);
    await delay(150);
    expect((await statesOf(asked)).slice(24)).toEqual(['let in', 'let in', 'let in']);
  });

  it('take no time when their clients have gone, however many they were', async () => {
    const guard = guarded();
    const asked = many(2_000, () => new Asked(guard, 'ada'));
    asked.slice(1).forEach((one) => one.close());
    asked[0]!.close();
    expect(await statesOf([new Asked(guard, 'ada')])).toEqual(['let in']);
  });

  it('leave nothing behind', async () => {
    const guard = guarded();
    const asked = many(9, () => new Asked(guard, 'ada'));
    while ((await statesOf(asked)).includes('waits'))
      asked.forEach((one) => one.state === 'let in' && one.close());
    asked.forEach((one) => one.close());
    expect(Reflect.get(guard, 'callers')).toEqual(new Map());
  });
});

describe('readers of one feed', () => {
  it('get in four at a time', async () => {
    const guard = guarded();
    const asked = many(5, () => new Asked(guard, null, { token: 'of a feed' }));
    expect(await statesOf(asked)).toEqual([...Array<string>(4).fill('let in'), 'waits']);
  });
});
