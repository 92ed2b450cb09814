import { availableParallelism } from 'node:os';

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts'],
  testRunner: '<rootDir>/test/support/runner/native-modules.mjs',
  transform: {},
  extensionsToTreatAsEsm: ['.ts'],
  globalSetup: '<rootDir>/test/support/runner/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/runner/global-teardown.mjs',
  testSequencer: '<rootDir>/test/support/runner/longest-first.mjs',
  testTimeout: 60_000,
  // One more than there are processors: some tests wait, and each worker compiles the application for itself.
  maxWorkers: availableParallelism() + 1,
  // What modules hold is never given back: a worker that has seen many suites begins anew.
  workerIdleMemoryLimit: '2GB',
};
