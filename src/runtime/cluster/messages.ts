import type { AppSettings } from '../../app.module.js';

/** What a worker says to the process in charge. */
export type FromWorker =
  /** I am here. It is answered with the settings, so that all of them have the same: clock, keys, database. */
  | { kind: 'hello' }
  /** I cannot start: why, in one line. */
  | { kind: 'refused'; line: string };

export interface ToWorker {
  kind: 'settings';
  settings: AppSettings;
}
