import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describePages } from '../../shipped/pages.js';
import { aDataDir, signIn, startShipped, type ShippedService } from '../../shipped/shipped-service.js';

describe('the program that is shipped, looked at', () => {
  const dataDir = aDataDir();
  let service: ShippedService;

  beforeAll(async () => {
    service = await startShipped(dataDir.path);
  }, 300_000);
  afterAll(async () => {
    await service.stop();
    dataDir.remove();
  });

  describePages(() => service);

  it('answers with two workers on the same data', async () => {
    const nothing = { status: 0, stillRunning: [] };
    expect(await service.stop()).toEqual(nothing);
    service = await startShipped(dataDir.path, { CLUSTER_WORKERS: '2' });
    const token = await signIn(service, 'parent@demo.school');
    const me = await fetch(`${service.url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(await me.json()).toMatchObject({ user: { email: 'parent@demo.school' } });
    expect(await service.stop()).toEqual(nothing);
  }, 120_000);
});
