import { Counter, type Registry } from 'prom-client';
import { jobRounds, type JobRound } from '../jobs/background-jobs.js';

/** @returns how to stop listening */
export function observeJobs(registry: Registry): () => void {
  const rounds = new Counter({
    name: 'job_rounds_total',
    help: 'Rounds of background jobs that came to an end.',
    labelNames: ['name', 'outcome'],
    registers: [registry],
  });
  const listen = (message: unknown): void => {
    const { job, outcome } = message as JobRound;
    rounds.inc({ name: job, outcome });
  };
  jobRounds.subscribe(listen);
  return () => void jobRounds.unsubscribe(listen);
}
