import { registerHooks } from 'node:module';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: import.meta.url, shortCircuit: true } : next(specifier, context),
});

export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test;

/** What `@jest/globals` gives, from the test file that is run now. */
export function takeGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } = globals);
}

const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({ config: { fakeTimers: {} }, global: globalThis });

/** As much of Jest's own object as the tests use. */
export const jest = {
  spyOn: (...args) => mocker.spyOn(...args),
  restoreAllMocks: () => mocker.restoreAllMocks(),
  useFakeTimers: () => timers.useFakeTimers(),
  getTimerCount: () => timers.getTimerCount(),
  useRealTimers: () => timers.useRealTimers(),
  advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
  setTimeout: (ms) => void (globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')] = ms),
};
