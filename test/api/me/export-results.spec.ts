import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EventResult } from '../../../src/features/calendar/results/event-result.entity.js';
import { aCalendar } from '../../support/calendar.factory.js';
import type { ApiAnswer } from '../../support/api-client.js';
import type { Person } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

async function exported({ token }: Person): Promise<ApiAnswer['body']> {
  const { status, body } = await t.api.get('/me/export', { token });
  expect(status).toBe(200);
  return body;
}

describe('GET /me/export', () => {
  it('includes the results that the person recorded', async () => {
    const calendar = await aCalendar(t);
    const team = await calendar.anOrganization();
    const editor = await calendar.anEditor(team);
    const id = await calendar.anEvent({ organization_id: team.id, title: 'Final' });
    const row = await calendar.withResult(id, team);
    await t.dataSource.manager.update(
      EventResult,
      { eventId: row.id },
      { recordedByMembershipId: editor.membershipId, summary: 'Close' },
    );
    const { results } = await exported(editor);
    expect(results).toMatchObject([
      { organization_id: team.id, title: 'Final', date: '2026-09-12', outcome: 'win', summary: 'Close' },
    ]);
    expect((await exported(await calendar.school.parent())).results).toEqual([]);
  });
});
