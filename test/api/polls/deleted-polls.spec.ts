import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PollWritesRepository } from '../../../src/features/polls/poll-writes.repository.js';
import { DeletedItemsService } from '../../../src/features/publishing/deleted-items.service.js';
import { Poll } from '../../../src/features/polls/poll.entity.js';
import { aPoll } from '../../support/poll.factory.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
});

const daysAgo = (days: number): Date => new Date(t.clock.now().getTime() - days * 24 * 3_600_000);
const aDeletedPoll = (title: string, given: Partial<Poll> = {}) =>
  aPoll(t, school, { title, source: 'api', sourceId: null, deletedAt: daysAgo(30), ...given });
const titles = async (): Promise<string[]> =>
  (await t.dataSource.manager.findBy(Poll, { schoolId: school.id })).map(({ title }) => title).sort();

describe('A deleted poll', () => {
  it('goes after 30 days, unless it has answers or an import would bring it again', async () => {
    await aDeletedPoll('old');
    await aDeletedPoll('older', { deletedAt: daysAgo(300) });
    await aDeletedPoll('recent', { deletedAt: daysAgo(29) });
    await aDeletedPoll('imported', { source: 'content', sourceId: 'picnic' });
    await aDeletedPoll('there', { deletedAt: null });
    const answered = await aDeletedPoll('answered');
    await answered.aResponse([], await school.parent());
    while (await t.app.get(DeletedItemsService).removeNext(t.app.get(PollWritesRepository)));
    expect(await titles()).toEqual(['answered', 'imported', 'recent', 'there']);
  });

  it('takes the images of its text with it', async () => {
    const imageId = '3f0c8f2e-6a55-4f0e-9f4e-0d6a3f1c2b4d';
    await t.dataSource.query(
      `insert into embedded_images (id, school_id, key, content_type, width, height, size_bytes, uploaded_at)
       values ($1, $2, $3, 'image/png', 1, 1, 1, $4)`,
      [imageId, school.id, `schools/${school.id}/images/${imageId}.png`, t.clock.now()],
    );
    await aDeletedPoll('old', { description: `<img src="image:${imageId}" alt="">` });
    while (await t.app.get(DeletedItemsService).removeNext(t.app.get(PollWritesRepository)));
    const [image] = await t.dataSource.query<{ unused: boolean }[]>(
      'select unused_since is not null as unused from embedded_images where id = $1',
      [imageId],
    );
    expect(image).toEqual({ unused: true });
  });
});
