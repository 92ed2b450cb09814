import { UnavailableError } from '../errors/app-error.js';

/** Bytes that are on their way to the disk, of all callers of a process and of one. */
const MAX = { all: 512 * 1024 * 1024, ofOneCaller: 64 * 1024 * 1024 };

/**
 * What lies on the disk of the machine while it comes, which may be that of the database. One caller has an eighth of it, so that
 * nobody's uploads take the place of everybody's.
 */
export class UploadBudget {
  private bytes = 0;
  private readonly callers = new Map<string, number>();

  constructor(private readonly max = MAX) {}

  /**
   * @returns gives the bytes back; it may be called twice
   * @throws UnavailableError there is no room for so many at the moment
   */
  reserve(caller: string, bytes: number): () => void {
    const own = this.callers.get(caller) ?? 0;
    if (this.bytes + bytes > this.max.all || own + bytes > this.max.ofOneCaller) throw new UnavailableError();
    this.add(caller, bytes);
    let isReleased = false;
    return () => {
      if (!isReleased) this.add(caller, -bytes);
      isReleased = true;
    };
  }

  private add(caller: string, bytes: number): void {
    this.bytes += bytes;
    const own = (this.callers.get(caller) ?? 0) + bytes;
    if (own > 0) this.callers.set(caller, own);
    else this.callers.delete(caller);
  }
}

/** Of this process: forms and objects come out of the same. */
export const uploadBudget = new UploadBudget();
