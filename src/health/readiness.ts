import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { UnavailableError } from '../errors/app-error.js';

const DEADLINE_MS = 2_000;

@Injectable()
export class Readiness {
  private stopping = false;

  constructor(private readonly dataSource: DataSource) {}

  /** From now on no new work should be sent here. */
  beginStop(): void {
    this.stopping = true;
  }

  /** @throws UnavailableError */
  async assertReady(): Promise<{ status: 'ready' }> {
    if (!(await this.isReady())) throw new UnavailableError();
    return { status: 'ready' };
  }

  async isReady(): Promise<boolean> {
    return !this.stopping && (await this.databaseAnswers());
  }

  private async databaseAnswers(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), DEADLINE_MS);
    });
    const answer = this.dataSource.query('select 1').then(
      () => true,
      () => false,
    );
    return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer));
  }
}
