import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ServerLimits } from '../../../src/platform/http/slow-client-protection.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { aLimitedService, type LimitedService } from './a-limited-service.js';
import { bearer, Client, head } from './clients.js';
import { manyStudents } from './many-students.js';

let t: TestApp;
let school: TestSchool;
let roster: string;
/** More than the systems at both ends keep for a connection. */
const ANSWERS = 40;
beforeAll(async () => {
  t = await startTestApp();
  school = await aSchool(t);
  await manyStudents(t, school, 3_000);
  const { token } = await school.parent();
  roster = head('GET', `/api/v1/schools/${school.id}/students`, bearer(token));
});
afterAll(() => t.close());

/** A client of a service with these limits that has asked for many answers at once. */
async function whileAsked(
  limits: Partial<ServerLimits>,
  take: (client: Client, service: LimitedService) => Promise<void>,
): Promise<void> {
  const service = await aLimitedService(t, limits);
  const client = await Client.to(service.url);
  try {
    await take(client.says(roster.repeat(ANSWERS)), service);
    const { token } = await school.parent();
    expect((await service.api.get('/me', { token })).status).toBe(200);
  } finally {
    client.leave();
    await service.close();
  }
}

describe('A client that asks for much', () => {
  it('loses its connection when it takes nothing of it', () =>
    whileAsked({ stalledMs: 300 }, async (client, service) => {
      client.takes(0, 0);
      await service.untilConnections(0);
    }));

  it('loses its connection when it takes it a little at a time', () =>
    whileAsked({ answerMs: 500 }, async (client, service) => {
      client.takes(64, 20);
      await service.untilConnections(0);
    }));

  it('loses its connection as soon as too much waits for all of them', () =>
    whileAsked({ waitingBytes: 1_000_000 }, async (client, service) => {
      client.takes(0, 0);
      await service.untilConnections(0);
    }));

  it('gets it all when it takes it, in the order in which it asked', () =>
    whileAsked({ stalledMs: 5_000, waitingBytes: 128 * 1024 ** 2 }, async (client) => {
      client.says(head('GET', '/healthz', 'Connection: close'));
      await client.closed();
      expect(client.statuses).toEqual(Array<number>(ANSWERS + 1).fill(200));
      expect(client.heard.length).toBeGreaterThan(ANSWERS * 100_000);
    }));
});
