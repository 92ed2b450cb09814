import { AsyncLocalStorage } from 'node:async_hooks';

/** One connection of five; a process with fewer has none to spare. */
const SHARE = 5;

/** Connections of a process that its jobs have for themselves, so that they never wait behind the statements of requests. */
export const jobConnectionsOf = (poolSize: number): number => Math.floor(poolSize / SHARE);

const jobs = new AsyncLocalStorage<true>();

/** Runs a part of a job: its statements go over the connections of the jobs. */
export const asJob = <T>(work: () => Promise<T>): Promise<T> => jobs.run(true, work);

export const isJob = (): boolean => jobs.getStore() === true;
