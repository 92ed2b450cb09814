export interface Vanishing {
  /** Events that would be gone. In the file a series counts as one, on record each of its occurrences. */
  off: number;
  all: number;
}

/** A calendar of which too much would be gone: nothing of the school is changed. The message names the option. */
export class RemovalLimitError extends Error {
  constructor({ off, all }: Vanishing, limitPercent: number, { shortName }: { shortName: string }) {
    const needed = Math.min(100, Math.ceil((off * 100) / all));
    super(
      `The import would archive ${off} of ${all} events of ${shortName}, more than ${limitPercent}%; nothing of this school was changed. If it is right, run it again with --archive-limit ${needed}%.`,
    );
  }
}
