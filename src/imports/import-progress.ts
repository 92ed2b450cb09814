/** Tells a person at a terminal how far the work is; silent elsewhere. */
export interface ImportProgress {
  /** `total` 0 when not known. */
  step(label: string, done: number, total: number): void;
}

export const NO_PROGRESS: ImportProgress = { step: () => undefined };
