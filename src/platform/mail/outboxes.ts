import { Injectable } from '@nestjs/common';
import type { MailJob, MailState, Outbox, Revival } from './outbox.js';

/** All mail of the service as if it stood in one table, so that nobody has to know of each. */
@Injectable()
export class Outboxes {
  private readonly all: Outbox[] = [];

  add(outbox: Outbox): void {
    this.all.push(outbox);
  }

  /** Newest first. */
  async list(state: MailState | null, limit: number): Promise<MailJob[]> {
    const lists = await Promise.all(this.all.map((outbox) => outbox.list(state, limit)));
    return lists
      .flat()
      .sort((a, b) => b.created_at.localeCompare(a.created_at) || a.id.localeCompare(b.id))
      .slice(0, limit);
  }

  /** Null where no outbox has it, or not any more. */
  async find(id: string): Promise<MailJob | null> {
    for (const outbox of this.all) {
      const job = await outbox.find(id);
      if (job) return job;
    }
    return null;
  }

  /** Null where no outbox has it. */
  async revive(id: string, now: Date): Promise<{ job: MailJob; revival: Revival } | null> {
    for (const outbox of this.all) {
      const job = await outbox.find(id);
      if (job) return { job, revival: await outbox.revive(id, now) };
    }
    return null;
  }

  async count(state: 'waiting' | 'dead'): Promise<number> {
    const counts = await Promise.all(this.all.map((outbox) => outbox.count(state)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async findOldestWaiting(): Promise<Date | null> {
    const oldest = await Promise.all(this.all.map((outbox) => outbox.findOldestWaiting()));
    const times = oldest.flatMap((time) => time?.getTime() ?? []);
    return times.length === 0 ? null : new Date(Math.min(...times));
  }
}
