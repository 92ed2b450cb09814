import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { byIcalJs, byNodeIcal } from '../support/feeds/feed-readers.js';
import { aDataDir, signIn, startShipped, type ShippedService } from './shipped-service.js';

/** Built and started by the README's command, and tried by what it says of itself. */
describe('the program that is shipped', () => {
  const dataDir = aDataDir();
  let service: ShippedService;

  beforeAll(async () => {
    service = await startShipped(dataDir.path);
  }, 300_000);
  afterAll(async () => {
    await service.stop();
    dataDir.remove();
  });

  it('answers the person who signs in as the banner says', async () => {
    const token = await signIn(service, 'parent@demo.school');
    const me = await fetch(`${service.url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(await me.json()).toMatchObject({ user: { email: 'parent@demo.school' } });
  });

  it('serves a calendar feed that two readers understand alike', async () => {
    const feed = await (await fetch(service.feedUrl)).text();
    const entries = byIcalJs(feed);
    expect(entries.length).toBeGreaterThan(20);
    expect([...new Set(entries)]).toEqual(byNodeIcal(feed));
  });

  it('ends with SIGTERM', async () => {
    expect(await service.stop()).toEqual({ status: 0, stillRunning: [] });
  });
});
