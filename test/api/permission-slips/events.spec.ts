import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { School } from '../../../src/features/schools/school.entity.js';
import { TestCalendar } from '../../support/calendar.factory.js';
import { aPermissionSlip, SlipClient } from '../../support/permission-slip.factory.js';
import { aSchool, type TestGuardian, type TestSchool } from '../../support/school.factory.js';
import { HAS_PDF_READER, letters, textOf } from '../../support/files/pdf-reader.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let calendar: TestCalendar;
let mother: TestGuardian;
let studentId: string;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t, { timeZone: 'Europe/Berlin' });
  calendar = new TestCalendar(t, school, (await school.admin()).token);
  const ada = await school.student();
  studentId = ada.id;
  mother = await school.parentOf(ada);
});

/** Of this event, answered by the mother. */
async function anAnsweredSlip(event: string) {
  const slip = await aPermissionSlip(t, school, { eventId: (await calendar.row(event)).id });
  const client = new SlipClient(t, slip.id);
  const { body } = await client.answer(mother, { student_id: studentId, decision: 'granted' });
  return { client, responseId: body.id as string, path: `${slip.id}/responses/${body.id}/pdf` };
}

async function bytesOf(path: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${mother.token}` };
  const response = await fetch(`${t.url}/api/v1/permission-slips/${path}`, { headers });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}
const read = async (path: string): Promise<string> => letters(textOf(await bytesOf(path)));

const BEFORE = { location: 'Town hall', starts_at: '2026-09-12T16:00:00Z', ends_at: '2026-09-12T18:00:00Z' };
const MOVED = {
  ...{ title: 'Opera', location: 'Theatre' },
  ...{ starts_at: '2026-10-03T16:00:00Z', ends_at: '2026-10-03T18:00:00Z' },
};
const SHOWN = ['Picnic', 'Town hall', 'September 12, 2026'].map(letters);
const NEW = ['Opera', 'Theatre', 'October 3, 2026'].map(letters);

function expectOnly(text: string, shown: string[], hidden: string[]): void {
  for (const word of shown) expect(text).toContain(word);
  for (const word of hidden) expect(text).not.toContain(word);
}

describe('The event in the document of a response', () => {
  it('stays the same, byte for byte, when the event is moved, called off, or gone with its series', async () => {
    t.clock.stopAt(t.clock.now().toISOString());
    const event = await calendar.anEvent(BEFORE);
    const { path } = await anAnsweredSlip(event);
    const before = await bytesOf(path);
    expect((await calendar.change(event, MOVED)).status).toBe(200);
    expect((await bytesOf(path)).equals(before)).toBe(true);
    expect((await calendar.remove(event)).status).toBe(204);
    expect((await bytesOf(path)).equals(before)).toBe(true);
    const series = await calendar.aSeries();
    const ofSeries = await anAnsweredSlip((await calendar.occurrences(series))[0]!.id);
    const shown = await bytesOf(ofSeries.path);
    expect((await calendar.removeSeries(series)).status).toBe(204);
    expect((await ofSeries.client.get(mother)).body.event_id).toBeNull();
    expect((await bytesOf(ofSeries.path)).equals(shown)).toBe(true);
    t.clock.moveTo(new Date().toISOString());
  });
});

(HAS_PDF_READER ? describe : describe.skip)('The event in a document, as it reads', () => {
  it('shows the one of each revision, and of now on a form to fill in', async () => {
    const event = await calendar.anEvent(BEFORE);
    const { client, responseId, path } = await anAnsweredSlip(event);
    expectOnly(await read(path), SHOWN, NEW);
    await calendar.change(event, MOVED);
    expectOnly(await read(path), SHOWN, NEW);
    expectOnly(await read(`${client.id}/pdf`), NEW, SHOWN);
    expect((await client.change(mother, responseId, { decision: 'granted' })).status).toBe(200);
    expectOnly(await read(path), NEW, SHOWN);
  });

  it('keeps the time zone that it was shown in', async () => {
    const { path } = await anAnsweredSlip(await calendar.anEvent(BEFORE));
    await t.dataSource.manager.update(School, { id: school.id }, { timeZone: 'Asia/Tokyo' });
    expect(await read(path)).toContain('6:00–8:00PM,CentralEuropeanSummerTime(Europe/Berlin)');
  });

  it('shows the one of now where it was answered before that was kept', async () => {
    const event = await calendar.anEvent(BEFORE);
    const { client, path } = await anAnsweredSlip(event);
    await t.dataSource.query('update permission_slip_responses set event = null where slip_id = $1', [
      client.id,
    ]);
    await calendar.change(event, MOVED);
    expectOnly(await read(path), NEW, SHOWN);
  });
});
