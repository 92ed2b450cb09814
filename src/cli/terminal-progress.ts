import { Presets, SingleBar } from 'cli-progress';
import type { ImportProgress } from '../imports/import-progress.js';

const WIDEST_BAR = 40;
const NARROWEST_BAR = 10;
/** Columns for the percentage and the label. */
const WORDS = 40;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export const NO_BAR = { step: () => undefined, end: () => undefined };

/**
 * A bar on standard error while a person is looking; nothing otherwise. It is gone when it ends, and what is printed
 * next begins a line; a signal that ends the process does so after it.
 */
export function terminalProgress(stream = process.stderr): ImportProgress & { end(): void } {
  if (!stream.isTTY) return NO_BAR;
  const bar = new SingleBar(
    {
      stream,
      format: ' {bar} {percentage}% {label}',
      barsize: Math.min(WIDEST_BAR, Math.max(NARROWEST_BAR, stream.columns - WORDS)),
      hideCursor: true,
      clearOnComplete: true,
      // It would take the signal for itself, and the work would go on unseen.
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  const end = (): void => {
    for (const signal of SIGNALS) process.off(signal, endBySignal);
    bar.stop();
  };
  const endBySignal = (signal: NodeJS.Signals): void => {
    end();
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, endBySignal);
  bar.start(1, 0, { label: '' });
  return {
    step: (label, done, total) => {
      bar.setTotal(Math.max(total, done, 1));
      bar.update(done, { label });
    },
    end,
  };
}
