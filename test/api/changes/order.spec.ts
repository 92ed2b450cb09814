import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import { SchoolsService } from '../../../src/features/schools/schools.service.js';
import { createDataSource } from '../../../src/platform/database/data-source.js';
import { record } from '../../../src/platform/journal/recorded-changes.js';
import { CommitSubscriber } from '../../../src/platform/transaction/commit.subscriber.js';
import { type ImportApp, startImportApp } from '../../imports/a-fed-app.js';
import { Follower, type Told } from '../../support/changes/follower.js';
import { untilWaitingFor } from '../../support/database/lock-waits.js';
import { aPublisher } from '../../support/publisher.factory.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';

let t: ImportApp;
let school: TestSchool;
let reader: Follower;
/** Another process with connections of its own. */
let other: DataSource;
beforeAll(async () => {
  t = await startImportApp();
  other = await createDataSource({ url: t.databaseUrl, poolSize: 2 }).initialize();
  other.subscribers.push(new CommitSubscriber(t.clock));
});
afterAll(async () => {
  await other.destroy();
  await t.close();
});
beforeEach(async () => {
  school = await aSchool(t);
  reader = await Follower.begin(t, school, await school.parent());
});

const aCategory = async (manager: EntityManager): Promise<string> => {
  const id = randomUUID();
  await manager.query(
    `insert into categories (school_id, id, name, color, position) values ($1, $2::uuid, $2::uuid::text, '#112233', 0)`,
    [school.id, id],
  );
  record({ manager, schoolId: school.id }, { kind: 'category.created', id });
  return id;
};

describe('Changes of several processes', () => {
  it('come once each, in the order of commits, however long a transaction takes', async () => {
    let goOn = (): void => undefined;
    const fastIsTold = new Promise<void>((resolve) => (goOn = resolve));
    const slow = other.transaction(async (manager) => {
      const id = await aCategory(manager);
      await fastIsTold;
      return id;
    });
    const fast = await t.dataSource.transaction(aCategory);
    expect(await reader.words()).toEqual([`changed category ${fast}`]);
    goOn();
    const late = await slow;
    expect(await reader.words()).toEqual([`changed category ${late}`]);
    expect(await reader.words()).toEqual([]);
  });
});

describe('More than a thousand changes', () => {
  it('come in several answers, each item once', async () => {
    const ids = Array.from({ length: 2_350 }, () => randomUUID());
    await t.dataSource.transaction(async (manager) => {
      await manager.query(
        `insert into categories (school_id, id, name, color, position)
         select $1, id, id::text, '#112233', 0 from unnest($2::uuid[]) id`,
        [school.id, ids],
      );
      for (const id of ids) record({ manager, schoolId: school.id }, { kind: 'category.created', id });
    });
    const told: Told[] = [];
    const sizes: number[] = [];
    for (let more = true; more;) {
      const { body } = await reader.peek();
      told.push(...(body.changes as Told[]));
      sizes.push((body.changes as Told[]).length);
      reader.cursor = body.cursor as string;
      more = body.more as boolean;
    }
    expect(told.map(({ id }) => id)).toEqual(ids);
    expect(sizes).toEqual([1_000, 1_000, 350]);
  });
});

describe('A feature that is turned off', () => {
  it('removes what it had, and gives it back', async () => {
    const notices = await aPublisher(t, 'notices');
    const parent = await notices.school.parent();
    const id = await notices.anItem({ expires_at: '2199-01-01T00:00:00Z' });
    await notices.anItem({ expires_at: '2199-01-01T00:00:00Z', audience: { type: 'admins' } });
    const follower = await Follower.begin(t, notices.school, parent);
    const schools = t.services.get(SchoolsService, { strict: false });
    await schools.setFeatures(notices.school.id, { notices: false });
    const told = await follower.follow();
    expect(
      told
        ?.filter(({ type }) => ['notice', 'features'].includes(type))
        .map(({ change }) => change)
        .sort(),
    ).toEqual(['changed', 'removed']);
    await notices.change(id, { title: 'Unseen' });
    await schools.setFeatures(notices.school.id, { notices: true });
    expect(await follower.words()).toContain(`changed notice ${id}`);
  });

  it('gives back what it had when it is turned on after a request was let in', async () => {
    const notices = await aPublisher(t, 'notices');
    const id = await notices.anItem({ expires_at: '2199-01-01T00:00:00Z' });
    await notices.school.setFeatures({ notices: false });
    const follower = await Follower.begin(t, notices.school, await notices.school.parent());
    const answer = await other.transaction(async (manager) => {
      await manager.query('lock table journal_heads in access exclusive mode');
      const pending = follower.words();
      await untilWaitingFor(t.dataSource, 'journal_heads');
      await manager.query(`update schools set features = features || '{"notices": true}' where id = $1`, [
        notices.school.id,
      ]);
      const ids = { features: ['notices'] };
      record(
        { manager, schoolId: notices.school.id },
        { kind: 'features.changed', id: notices.school.id, ids },
      );
      return { pending };
    });
    expect(await answer.pending).toContain(`changed notice ${id}`);
  });
});
