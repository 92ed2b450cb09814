import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SchoolFeature } from '../../../src/policy/school-feature.js';
import { AlertsService } from '../../../src/features/alerts/alerts.service.js';
import { ContentImporter } from './content-importer.js';

let importer: ContentImporter;
let school: string;

beforeAll(async () => (importer = await ContentImporter.create()));
afterAll(() => importer.close());
beforeEach(async () => {
  await importer.empty();
  importer.clock.stopAt('2026-11-21T12:00:00Z');
  school = await importer.aSchool('north');
  await importer.import(school, { members: [{ email: 'parent@example.org', role: 'parent' }] });
});

const SNOW = { key: 'snow', title: 'Snow day', body: 'Stay at home.', expires_at: '2026-11-22T12:00:00Z' };

const turn = (feature: SchoolFeature, isOn: boolean) =>
  importer.rows('update schools set features = $2 where id = $1', [school, { [feature]: isOn }]);
const alertJob = () => importer.services.get(AlertsService, { strict: false }).recordNextDue();
const told = async () =>
  (await importer.rows<{ kind: string }>('select kind from notifications')).map(({ kind }) => kind);

describe('What a content file brings while its feature is off', () => {
  it('is alerted once notices are on again, if it is not over by then', async () => {
    await turn('notices', false);
    const soonOver = { ...SNOW, key: 'ice', expires_at: '2026-11-21T13:00:00Z' };
    await importer.import(school, { notices: [SNOW, soonOver] });
    expect([await alertJob(), await told()]).toEqual([false, []]);
    importer.clock.stopAt('2026-11-21T13:00:00Z');
    await turn('notices', true);
    expect([await alertJob(), await alertJob(), await told()]).toEqual([true, false, ['notice_created']]);
  });

  it('is told to nobody where it is a document, not even later', async () => {
    await turn('document_library', false);
    await importer.import(school, { documents: [{ key: 'handbook', title: 'Handbook' }] });
    expect(await told()).toEqual([]);
    await turn('document_library', true);
    await importer.import(school, { documents: [{ key: 'handbook', title: 'The handbook' }] });
    expect([await alertJob(), await told()]).toEqual([false, []]);
    await importer.import(school, { documents: [{ key: 'form', title: 'Form' }] });
    expect(await told()).toEqual(['document_created']);
  });
});
