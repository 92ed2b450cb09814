import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { ApiAnswer } from '../../support/api-client.js';
import type { TestMember, TestSchool } from '../../support/school.factory.js';
import type { TestApp } from '../../support/test-app.js';

/** Lists that a writer has at most: older ones are removed. */
const LISTS = 12;

interface NotedWrite {
  /** Milliseconds. */
  begun: number;
  /** Infinity until the service has said that it is done. */
  acknowledged: number;
}

/** A time of which something holds what was written by then: it began and ended then (milliseconds). */
export interface Moment {
  from: number;
  to: number;
}

/** What was found of a writer, held against what it has noted. */
export interface Comparison {
  /** Writes that have to be there. */
  owed: number;
  /** Whether the rows are those of exactly so many of its writes, in their order: all that are owed, and none that began later. */
  isExact: boolean;
}

/** Makes lists, changes a note and removes lists again, one write after the other, and notes what was acknowledged and when. */
export class NotedWriter {
  private readonly writes: NotedWrite[] = [];
  /** What has to be in the tables after so many writes. */
  private readonly states: string[];
  private readonly lists = new Map<string, string>();
  private note: string | null = null;

  private constructor(
    private readonly t: TestApp,
    private readonly school: TestSchool,
    private readonly member: TestMember,
    private readonly studentId: string,
  ) {
    this.states = [this.state()];
  }

  static async at(t: TestApp, school: TestSchool): Promise<NotedWriter> {
    const student = await school.student();
    return new NotedWriter(t, school, await school.parentOf(student), student.id);
  }

  get acknowledged(): number {
    return this.writes.filter(({ acknowledged }) => acknowledged < Infinity).length;
  }

  /** @param pauseMs before each of its turns of two or three writes */
  async goOn(isOver: () => boolean, pauseMs = 0): Promise<void> {
    for (let turn = 1; !isOver(); turn += 1) {
      if (pauseMs > 0) await delay(pauseMs);
      await this.makeList(`List ${turn}`);
      await this.changeNote(`Turn ${turn}`);
      if (this.lists.size > LISTS) await this.removeList([...this.lists.keys()][0]!);
    }
  }

  /** @param found a database that holds what was written by that moment */
  async compare(found: DataSource, { from, to }: Moment): Promise<Comparison> {
    const rows = await found.query<{ state: string }[]>(
      `select json_build_array(
         (select body from notes where school_id = $1 and author_membership_id = $2 and student_id = $3),
         (select coalesce(json_agg(name order by name collate "C"), '[]') from lists where school_id = $1 and owner_membership_id = $2)
       )::jsonb::text as state`,
      [this.school.id, this.member.membershipId, this.studentId],
    );
    const state = JSON.stringify(JSON.parse(rows[0]!.state));
    const owed = this.writes.filter(({ acknowledged }) => acknowledged < from).length;
    const most = this.writes.filter(({ begun }) => begun <= to).length;
    return { owed, isExact: this.states.slice(owed, most + 1).includes(state) };
  }

  private async makeList(name: string): Promise<void> {
    const path = `/schools/${this.school.id}/lists`;
    const { body } = await this.write(
      () => this.t.api.post(path, { token: this.member.token, body: { name } }),
      () => this.lists.set(name, ''),
    );
    this.lists.set(name, (body as { id: string }).id);
  }

  private async changeNote(body: string): Promise<void> {
    const path = `/students/${this.studentId}/note`;
    await this.write(
      () => this.t.api.put(path, { token: this.member.token, body: { body } }),
      () => (this.note = body),
    );
  }

  private async removeList(name: string): Promise<void> {
    const id = this.lists.get(name)!;
    await this.write(
      () => this.t.api.delete(`/lists/${id}`, { token: this.member.token }),
      () => this.lists.delete(name),
    );
  }

  private async write(send: () => Promise<ApiAnswer>, apply: () => unknown): Promise<ApiAnswer> {
    const noted: NotedWrite = { begun: performance.now(), acknowledged: Infinity };
    apply();
    this.writes.push(noted);
    this.states.push(this.state());
    const answer = await send();
    if (answer.status >= 300) throw new Error(`A write was answered with ${answer.status}`);
    noted.acknowledged = performance.now();
    return answer;
  }

  private state(): string {
    return JSON.stringify([this.note, [...this.lists.keys()].sort()]);
  }
}
