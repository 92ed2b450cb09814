import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import {
  aSchool,
  type TestGuardian,
  type TestMember,
  type TestSchool,
} from '../../support/school.factory.js';
import type { TestApp } from '../../support/test-app.js';
import type { PatientClient } from './patient-client.js';
import { expectStatus, isDoneAlready, type Writer } from './writer.js';

/** Of one person; the contract allows 200. */
const LISTS = 150;

/** Makes one list after the other, for one person after the other. */
export class ListWriter implements Writer {
  private readonly made: { id: string; name: string }[] = [];

  private constructor(
    private readonly t: TestApp,
    private readonly school: TestSchool,
    private readonly owners: TestMember[],
  ) {}

  static async in(t: TestApp, school: TestSchool): Promise<ListWriter> {
    return new ListWriter(t, school, [await school.parent()]);
  }

  async write(client: PatientClient): Promise<void> {
    const name = randomUUID();
    if (this.made.length >= this.owners.length * LISTS) this.owners.push(await this.school.parent());
    const { token } = this.owners.at(-1)!;
    const path = `/schools/${this.school.id}/lists`;
    const answer = await client.send('POST', path, { token, key: name, body: { name } });
    expectStatus(answer, 201);
    this.made.push({ id: answer.body.id, name });
  }

  async expectRetained(): Promise<void> {
    const rows: unknown = await this.t.dataSource.query(
      'select id, name from lists where owner_membership_id = any ($1)',
      [this.owners.map(({ membershipId }) => membershipId)],
    );
    expect(sortedById(rows as { id: string }[])).toEqual(sortedById(this.made));
  }
}

/** Writes the same note anew. */
export class NoteWriter implements Writer {
  private last: string | null = null;

  private constructor(
    private readonly t: TestApp,
    private readonly author: TestMember,
    private readonly student: Student,
  ) {}

  static async in(t: TestApp, school: TestSchool): Promise<NoteWriter> {
    return new NoteWriter(t, await school.parent(), await school.student());
  }

  async write(client: PatientClient): Promise<void> {
    const body = randomUUID();
    const { token } = this.author;
    expectStatus(
      await client.send('PUT', `/students/${this.student.id}/note`, { token, body: { body } }),
      200,
    );
    this.last = body;
  }

  async expectRetained(): Promise<void> {
    const rows: unknown = await this.t.dataSource.query('select body from notes where student_id = $1', [
      this.student.id,
    ]);
    expect(rows).toEqual(this.last === null ? [] : [{ body: this.last }]);
  }
}

/** Has a new telephone every moment, in two schools and for three children. */
export class ContactWriter implements Writer {
  private last: string | null = null;

  private constructor(
    private readonly t: TestApp,
    private readonly parent: TestGuardian,
  ) {}

  static async in(t: TestApp, school: TestSchool): Promise<ContactWriter> {
    const parent = await school.parentOf([await school.student(), await school.student()]);
    const other = await aSchool(t);
    const { membershipId } = await other.parent({}, parent);
    await other.guardian(await other.student(), { membershipId, email: parent.email });
    return new ContactWriter(t, parent);
  }

  async write(client: PatientClient): Promise<void> {
    const { token } = this.parent;
    const read = await client.send('GET', '/me/contact', { token });
    expectStatus(read, 200);
    const phone = `+1 555 ${String(Math.random()).slice(2, 9)}`;
    const body = { ...read.body, phone };
    const ifMatch = read.headers.get('etag');
    const answer = await client.send('PATCH', '/me/contact', { token, body, ifMatch });
    if (!isDoneAlready(answer)) expectStatus(answer, 200);
    this.last = phone;
  }

  async expectRetained(): Promise<void> {
    const rows: unknown = await this.t.dataSource.query(
      `select phone from memberships where user_id = $1
       union all select g.phone from guardians g join memberships m on m.id = g.membership_id where m.user_id = $1`,
      [this.parent.userId],
    );
    if (this.last !== null) expect(rows).toEqual(Array(5).fill({ phone: this.last }));
  }
}

/** An admin who publishes notices, each of which tells everybody. */
export class NoticeWriter implements Writer {
  private readonly published: { id: string; title: string }[] = [];

  private constructor(
    private readonly t: TestApp,
    private readonly school: TestSchool,
    private readonly author: TestMember,
    private readonly most: number,
  ) {}

  /** @param most notices that it publishes in all */
  static async in(t: TestApp, school: TestSchool, most: number): Promise<NoticeWriter> {
    return new NoticeWriter(t, school, await school.admin(), most);
  }

  async write(client: PatientClient): Promise<void> {
    if (this.published.length === this.most) return;
    const title = randomUUID();
    const expiresAt = new Date(this.t.clock.now().getTime() + 24 * 3_600_000).toISOString();
    const { token } = this.author;
    const body = { title, body: '<p>Come.</p>', expires_at: expiresAt, attachments: [] };
    const path = `/schools/${this.school.id}/notices`;
    const answer = await client.send('POST', path, { token, key: title, body });
    expectStatus(answer, 201);
    this.published.push({ id: answer.body.id, title });
  }

  async expectRetained(): Promise<void> {
    const rows: unknown = await this.t.dataSource.query(
      'select id, title from notices where school_id = $1',
      [this.school.id],
    );
    expect(sortedById(rows as { id: string }[])).toEqual(sortedById(this.published));
  }
}

const sortedById = <Row extends { id: string }>(rows: Row[]): Row[] =>
  [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
