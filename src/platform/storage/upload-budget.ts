import { UnavailableError } from '../errors/app-error.js';

/** Bytes that are on their way to the disk, of all callers of a process and of one. */
const MAX = { all: 512 * 1024 * 1024, ofOneCaller: 64 * 1024 * 1024 };

/**
 * Bytes of uploads that lie on the disk of the machine while they come, which may be that of the database. One caller has an
 * eighth of it, so that the uploads of one do not take the room of all.
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

/** The budget of this process: forms and objects share it. */
export const uploadBudget = new UploadBudget();
