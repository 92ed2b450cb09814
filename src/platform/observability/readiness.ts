import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DataKeys } from '../auth/data-keys.js';
import { ConnectionWatch } from '../database/connection-watch.js';
import { WriteCheck } from '../database/database-preflight.js';
import { UnavailableError } from '../errors/app-error.js';

const DEADLINE_MS = 2_000;

const READ_ONLY = `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`;

@Injectable()
export class Readiness {
  private stopping = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly writes: WriteCheck,
    private readonly dataKeys: DataKeys,
    private readonly watch: ConnectionWatch,
  ) {}

  /** From now on no new work should be sent here. */
  beginStop(): void {
    this.stopping = true;
  }

  /** @throws UnavailableError */
  async assertReady(): Promise<{ status: 'ready' }> {
    if (!(await this.isReady())) throw new UnavailableError();
    return { status: 'ready' };
  }

  /** Whether it can serve reads and writes (operations section 2). */
  async isReady(): Promise<boolean> {
    return !this.stopping && this.dataKeys.canSeal() && (await this.inTime(this.databaseServes()));
  }

  private async databaseServes(): Promise<boolean> {
    const [[state], isWritable] = await Promise.all([
      this.dataSource.query<[{ isReadOnly: boolean }]>(READ_ONLY),
      this.writes.isWritable(),
    ]);
    return isWritable && !state.isReadOnly && !this.watch.areWritesSuspended;
  }

  private async inTime(answer: Promise<boolean>): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), DEADLINE_MS);
    });
    return Promise.race([answer.catch(() => false), tooLate]).finally(() => clearTimeout(timer));
  }
}
