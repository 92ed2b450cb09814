import { fork } from 'node:child_process';

const LOADING_MS = 120_000;

/** One process that runs specs with one mutant after the other, until it hangs or ends. */
export class SpecProcess {
  runs = 0;
  isOver = false;

  /**
   * @param sourcesFile JSON of the mutated sources by their path
   * @param startMutant one that has to be active while modules are loaded
   */
  constructor(sourcesFile, startMutant) {
    const env = { ...process.env, MUTATED_SOURCES: sourcesFile };
    // The figures of a spec that only judges are nobody's.
    delete env.FIGURES_FILE;
    if (startMutant !== undefined) env.__STRYKER_ACTIVE_MUTANT__ = startMutant;
    const output = process.env.MUTATION_VERBOSE ? 'inherit' : 'ignore';
    this.child = fork(new URL('worker.mjs', import.meta.url), {
      env,
      stdio: ['ignore', output, output, 'ipc'],
    });
    this.ready = this.answer(LOADING_MS);
  }

  /** @returns what the worker answers, or `timeout` or `exited`, after which the process is over */
  async run(job, limitMs) {
    this.runs += 1;
    const ready = await this.ready;
    if (typeof ready === 'string') return ready;
    const answer = this.answer(limitMs);
    if (this.child.connected) this.child.send(job);
    return answer;
  }

  end() {
    this.isOver = true;
    this.child.kill('SIGKILL');
  }

  answer(limitMs) {
    return new Promise((resolve) => {
      const finish = (outcome) => {
        clearTimeout(timer);
        this.child.off('message', finish).off('exit', exited);
        if (typeof outcome === 'string') this.end();
        resolve(outcome);
      };
      const exited = () => finish('exited');
      const timer = setTimeout(() => finish('timeout'), limitMs);
      this.child.on('message', finish).on('exit', exited);
    });
  }
}
