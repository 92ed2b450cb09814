import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseAccount } from '../../../src/dev/embedded/account.js';

const SIZE_MB = 96;

/** A disk of its own for one database, which can be filled. Only root on Linux may make one. */
export class FullDisk {
  private constructor(readonly folder: string) {}

  /** @returns null where nobody lets us mount a file system */
  static mount(): FullDisk | null {
    const folder = mkdtempSync(join(tmpdir(), 'school-directory-disk-'));
    const size = `size=${SIZE_MB}m`;
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder], { stdio: 'ignore' });
    if (status !== 0) {
      rmdirSync(folder);
      return null;
    }
    const { uid, gid } = chooseAccount();
    chownSync(folder, uid, gid);
    return new FullDisk(folder);
  }

  /** @param admin a connection to another database of the same server */
  async take(admin: { query(sql: string): Promise<unknown> }, database: string): Promise<void> {
    await admin.query(`create tablespace small location '${this.folder}'`);
    await admin.query(`alter database ${database} set tablespace small`);
  }

  fill(): void {
    const { status } = spawnSync('dd', ['if=/dev/zero', `of=${this.filler}`, 'bs=4k'], { stdio: 'ignore' });
    if (status === 0) throw new Error('The disk does not fill up');
  }

  empty(): void {
    writeFileSync(this.filler, '');
  }

  /** After the server has ended. */
  unmount(): void {
    spawnSync('umount', [this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get filler(): string {
    return join(this.folder, 'filler');
  }
}
