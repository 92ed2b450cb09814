import { Presets, SingleBar } from 'cli-progress';
import type { ImportProgress } from '../imports/import-progress.js';

/** A bar on standard error while a person is looking; nothing otherwise. */
export function terminalProgress(): ImportProgress & { end(): void } {
  if (process.stderr.isTTY !== true) return { step: () => undefined, end: () => undefined };
  const bar = new SingleBar(
    {
      stream: process.stderr,
      format: ' {bar} {percentage}% {label}',
      hideCursor: true,
      clearOnComplete: true,
    },
    Presets.shades_classic,
  );
  bar.start(1, 0, { label: '' });
  return {
    step: (label, done, total) => {
      bar.setTotal(Math.max(total, done, 1));
      bar.update(done, { label });
    },
    end: () => bar.stop(),
  };
}
