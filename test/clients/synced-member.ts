import { DatabaseSync } from 'node:sqlite';
import {
  createDirectoryClient,
  SqliteSchoolStore,
  sync,
  type DirectoryClient,
  type SyncResult,
} from '../../clients/typescript/src/directory-client.js';
import { READERS } from '../../clients/typescript/src/sync-readers.js';
import type { TestMember, TestSchool } from '../support/school.factory.js';
import type { TestApp } from '../support/test-app.js';
import { Wire } from './wire.js';

/** A member with a device that keeps their school. */
export class SyncedMember {
  readonly wire: Wire;
  readonly store = new SqliteSchoolStore(new DatabaseSync(':memory:'), 'school');
  private readonly api: DirectoryClient;

  constructor(
    private readonly t: TestApp,
    private readonly school: Pick<TestSchool, 'id'>,
    private readonly member: TestMember,
    siteUrl = t.url,
  ) {
    this.wire = new Wire(t);
    const tokens = { current: () => Promise.resolve(member.token), renew: () => Promise.resolve(null) };
    const fetch = siteUrl === t.url ? { fetch: this.wire.fetch } : {};
    this.api = createDirectoryClient({ siteUrl, tokens, ...fetch });
  }

  sync(): Promise<SyncResult> {
    return sync(this.api, this.school.id, this.store);
  }

  /** What is kept, but for the moment at which features were counted. */
  async kept(): Promise<Record<string, unknown>> {
    const items: [string, unknown][] = [];
    for (const type of Object.keys(READERS) as (keyof typeof READERS)[])
      for (const { id, value } of await this.store.all(type))
        items.push([`${type} ${id}`, { ...value, generated_at: null }]);
    return Object.fromEntries(items);
  }

  /** What another device keeps that reads everything now. */
  async keptByAnotherDevice(): Promise<Record<string, unknown>> {
    const other = new SyncedMember(this.t, this.school, this.member);
    await other.sync();
    return other.kept();
  }
}
