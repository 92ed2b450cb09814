/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts'],
  testRunner: '<rootDir>/test/support/native-modules.mjs',
  transform: {},
  extensionsToTreatAsEsm: ['.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  testTimeout: 60_000,
  maxWorkers: 4,
  // What modules hold is never given back: a worker that has seen many suites begins anew.
  workerIdleMemoryLimit: '2GB',
};
