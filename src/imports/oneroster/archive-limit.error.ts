import { OneRosterRefusedError } from './oneroster-refused.error.js';

/** One school is refused; the others of the run are not. */
export class ArchiveLimitError extends OneRosterRefusedError {
  /** A sentence that names the option. */
  readonly remedy: string;

  /** @param needed percent */
  constructor(reason: string, needed: number) {
    const remedy = `If it is right, run it again with --archive-limit ${needed}%.`;
    super('archive_limit', `${reason} ${remedy}`);
    this.remedy = remedy;
  }
}
