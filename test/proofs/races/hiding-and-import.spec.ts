import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { RosterFeedRepository } from '../../../src/features/directory/roster-feed.repository.js';
import { RosterFeedService } from '../../../src/features/directory/roster-feed.service.js';
import { OwnRecordsRepository } from '../../../src/features/profile/own-records.repository.js';
import { OwnRecordsService } from '../../../src/features/profile/own-records.service.js';
import { VisibilityRepository } from '../../../src/features/profile/visibility.repository.js';
import { VisibilityService } from '../../../src/features/profile/visibility.service.js';
import { ContentImporter } from '../../imports/content-importer.js';
import { Leaver } from '../../imports/leaver.js';
import { rounds, timeFor } from '../../support/rounds.js';

const ROUNDS = rounds(20);
jest.setTimeout(timeFor(ROUNDS));
const MARIA = { first_name: 'Maria', last_name: 'Park', email: 'maria@example.org' };

let importer: ContentImporter;
beforeAll(async () => (importer = await ContentImporter.create()));
afterAll(() => importer.close());

describe('a parent who hides while the school puts them on file for more children', () => {
  it(`is hidden for all of them, ${ROUNDS} times of ${ROUNDS}`, async () => {
    const dataSource = importer.services.get(DataSource);
    const own = new OwnRecordsService(
      new OwnRecordsRepository(),
      new RosterFeedService(new RosterFeedRepository()),
    );
    const visibility = new VisibilityService(dataSource, new VisibilityRepository(), own, importer.clock);
    for (let round = 0; round < ROUNDS; round += 1) {
      await importer.empty();
      const school = await importer.aSchool('north');
      const children = Array.from({ length: 20 }, (_, i) => ({
        source_id: `s-${i}`,
        first_name: 'Ada',
        last_name: 'Park',
        guardians: [MARIA],
      }));
      await importer.import(school, { students: children.slice(0, 1) });
      await new Leaver(dataSource, importer.clock, MARIA.email).joins(school);
      const { id: userId } = await importer.row<{ id: string }>('select id from users');
      const account = { userId, sessionId: null, email: MARIA.email, emailVerified: true };
      await Promise.all([
        importer.import(school, { students: children }),
        visibility.setProfile(account, { profile_visibility: 'name_only' }),
      ]);
      expect(
        await importer.rows('select profile_visibility, count(*)::int from guardians group by 1'),
      ).toEqual([{ profile_visibility: 'name_only', count: 20 }]);
    }
  });
});
