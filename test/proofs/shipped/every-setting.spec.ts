import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient } from '../../support/api-client.js';
import { aFileOf } from '../../support/files/attachment-files.js';
import { aForm } from '../../support/upload.factory.js';
import { EverySetting } from '../../shipped/every-setting.js';
import { aDataDir, signIn, startShipped, type ShippedService } from '../../shipped/shipped-service.js';

/**
 * Two settings that are each well by themselves may break what they meet. Here all of them are on at once, with two
 * workers, which hear the settings from the process in charge.
 */
describe('the program that is shipped, with every setting at once', () => {
  const dataDir = aDataDir();
  let settings: EverySetting;
  let service: ShippedService;

  beforeAll(async () => {
    settings = await EverySetting.start();
    const given = await settings.environment(dataDir.path);
    service = await startShipped(dataDir.path, given, () => settings.smtp.mails.map(({ text }) => text));
  }, 300_000);
  afterAll(async () => {
    await service.stop();
    await settings.stop();
    dataDir.remove();
  });

  it('reports ready, and takes a write on both workers', async () => {
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    const token = await signIn(service, 'parent@demo.school');
    const api = new ApiClient(service.url);
    const schoolId = (await api.get('/me', { token })).body.memberships[0].school_id as string;
    const create = (name: string) => api.post(`/schools/${schoolId}/lists`, { token, body: { name } });
    // Connections are handed out in turn, so that eight of them reach both.
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => create(`List ${n}`)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
  });

  it('uses the services that the settings name', async () => {
    const token = await signIn(service, 'senior@demo.school');
    const api = new ApiClient(service.url);
    const schoolId = (await api.get('/me', { token })).body.memberships[0].school_id as string;
    const type = 'application/pdf';
    const form = aForm({ bytes: await aFileOf(type), name: 'Trip.pdf', type, entityType: 'document' });
    const uploaded = await api.post(`/schools/${schoolId}/attachments`, { token, body: form });
    expect(uploaded.status).toBe(201);
    expect(settings.scanner.asked.length).toBeGreaterThan(0);
    expect(settings.smtp.mails.length).toBeGreaterThan(0);
    const metrics = await (await fetch(`http://127.0.0.1:${settings.metricsPort}/metrics`)).text();
    expect(metrics).toMatch(/^http_requests_total\{|^http_request_duration/m);
  });

  it('ends with SIGTERM, and has sent its traces', async () => {
    expect(await service.stop()).toEqual({ status: 0, stillRunning: [] });
    expect(settings.collector.spans().length).toBeGreaterThan(0);
  });
});
