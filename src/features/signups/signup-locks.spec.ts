import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Member } from '../../platform/auth/caller.js';
import { Clock } from '../../platform/clock/clock.js';
import type { Settings } from '../../platform/config/settings.js';
import { UnavailableError } from '../../platform/errors/app-error.js';
import type { SignupLocksRepository } from './signup-locks.repository.js';
import { SignupLocks } from './signup-locks.service.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('tells everybody in a line that does not move within ten seconds, however long the line is', async () => {
  const begun: string[] = [];
  const inner = {
    run: () => {
      begun.push('one');
      return new Promise<never>(() => undefined);
    },
  };
  const settings = { databasePoolSize: 10 } as Settings;
  const locks = new SignupLocks(inner as never, {} as SignupLocksRepository, new Clock(), settings);
  const id = randomUUID();
  const told: unknown[] = [];
  for (let place = 0; place < 4; place += 1)
    void locks
      .withLockedSignup({} as Member, id, () => Promise.resolve())
      .catch((error: unknown) => told.push(error));
  await jest.advanceTimersByTimeAsync(9_999);
  expect(told).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect(told).toEqual(Array(3).fill(expect.any(UnavailableError)));
  expect(begun).toEqual(['one']);
});
