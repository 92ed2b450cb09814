import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { MenuEntry } from '../../../src/features/menus/menu-entry.entity.js';
import { startS3Server, type S3Server } from '../../storage/stores-under-test.js';
import { aMenu } from '../../support/menu.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { aFileOf } from '../../support/files/attachment-files.js';
import { aForm } from '../../support/upload.factory.js';
import { figure } from '../../support/proofs/figures.js';
import { GeocoderStub } from '../../support/stubs/geocoder-stub.js';
import { aPhoto } from '../../support/files/images.js';
import { ScannerStub } from '../../support/stubs/scanner-stub.js';
import { ImagesServiceStub } from '../../support/stubs/images-service-stub.js';
import { AUDIENCE, OutsideProvider } from '../../support/stubs/outside-provider.js';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-process.js';
import { SmtpStub } from '../../support/stubs/smtp-stub.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { encoded, headerOf, resigned, signingKeyOf } from '../../support/tokens.js';
import { Trap } from '../../egress/a-trap.js';

/** Whom a service speaks to that has everything configured, while people put addresses wherever they can. */
describe('The service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'school-directory-egress-'));
  const record = join(folder, 'egress');
  const provider = new OutsideProvider();
  const smtp = new SmtpStub();
  let t: TestApp;
  let [trap, collector]: Trap[] = [];
  let geocoder: GeocoderStub;
  let images: ImagesServiceStub;
  let scanner: ScannerStub;
  let s3: S3Server;
  let service: ServiceProcess;
  let configured: Record<string, string>;

  beforeAll(async () => {
    t = await startTestApp();
    trap = await new Trap().start();
    collector = await new Trap().start();
    [geocoder, images, scanner, s3] = [
      await GeocoderStub.start(),
      await ImagesServiceStub.start(),
      await ScannerStub.start(),
      await startS3Server(),
    ];
    await provider.start();
    configured = {
      DATABASE_URL: t.databaseUrl,
      GEOCODER_URL: geocoder.url,
      IMAGE_API_URL: images.url,
      ATTACHMENT_SCAN_URL: scanner.url,
      S3_ENDPOINT: s3.settings.endpoint!,
      SMTP_URL: await smtp.start(),
      AUTH_ISSUER: provider.issuer,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    };
    service = await startServiceProcess({
      ...configured,
      AUTH_SIGNING_KEY: t.settings.signingKey ?? '',
      AUTH_AUDIENCE: AUDIENCE,
      S3_BUCKET: s3.settings.bucket,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      EGRESS_RECORD: record,
      NODE_OPTIONS: `--import=${new URL('../../egress/recording-hooks.mjs', import.meta.url).href}`,
    });
  }, 90_000);
  afterAll(async () => {
    await service.stop();
    await Promise.all([
      geocoder.stop(),
      images.stop(),
      scanner.stop(),
      s3.close(),
      provider.stop(),
      smtp.stop(),
    ]);
    await Promise.all([trap!.stop(), collector!.stop()]);
    await t.close();
    rmSync(folder, { recursive: true });
  });

  it('speaks to all that is configured, and to nobody else', async () => {
    const school = await aSchool(t);
    const [parent, admin] = [await school.parent(), await school.admin()];
    await useEveryService(school, parent, admin);
    await putAddressesEverywhere(school, admin);
    await offerTokensThatLeadElsewhere(parent);
    while (smtp.mails.length === 0 || collector!.requests.length === 0) await delay(50);

    const seen = readFileSync(record, 'utf8').trim().split('\n');
    const targets = Object.values(configured).map((url) => new URL(url));
    // pg takes the socket of this machine for a name that begins so.
    const hosts = targets.map(({ host, hostname, port }) => (port === '' ? hostname : host));
    const connects = new Set(seen.filter((line) => line.startsWith('connect ')).map((line) => line.slice(8)));
    expect([...connects].sort()).toEqual([...new Set(hosts)].sort());
    // What is asked for is an address already.
    const names = new Set(
      seen.filter((line) => !line.startsWith('connect ')).map((line) => line.split(' ')[1]),
    );
    const known = new Set(targets.map(({ hostname }) => hostname));
    expect([...names].filter((name) => !known.has(name!))).toEqual([]);
    expect([trap!.connections, trap!.requests]).toEqual([0, []]);
    figure('Connections and look-ups of a whole life', seen.length);
    figure('Of those, to where nothing is configured', 0, '0');
  }, 60_000);

  async function useEveryService(school: TestSchool, parent: TestMember, admin: TestMember): Promise<void> {
    const { api } = service;
    const { token } = parent;
    geocoder.finds(40.5, -73.5);
    const homeless = await school.studentAtHome({ latitude: null, longitude: null });
    expect((await api.get(`/students/${homeless.id}`, { token })).body.latitude).toBe(40.5);
    images.paints(await aPhoto('image/png', { width: 64, height: 64 }));
    const menu: MenuEntry = await aMenu(t, school);
    const picture = await api.post(`/schools/${school.id}/menus/${menu.id}/image`, { token });
    expect(picture.status).toBe(200);
    const bytes = await aFileOf('application/pdf');
    const body = aForm({ bytes, name: 'a.pdf', type: 'application/pdf', entityType: 'document' });
    const uploaded = await api.post(`/schools/${school.id}/attachments`, { token: admin.token, body });
    expect(uploaded.status).toBe(201);
    const foreign = await provider.token({ email: parent.email, email_verified: true });
    expect((await api.get('/me', { token: foreign })).status).toBe(200);
  }

  async function putAddressesEverywhere(school: TestSchool, { token }: TestMember): Promise<void> {
    const { url } = trap!;
    const linked = `<p><a href="${url}/link">Look</a><img src="${url}/image.png"><link rel="preload" href="${url}"></p>`;
    const notice = { title: url, body: linked, expires_at: '2199-01-01T00:00:00Z' };
    const made = await service.api.post(`/schools/${school.id}/notices`, { token, body: notice });
    expect(made.status).toBe(201);
    const list = { name: url, description: url };
    await service.api.post(`/schools/${school.id}/lists`, { token, body: list });
    const { host } = new URL(url);
    const misleading: Record<string, string>[] = [
      { 'x-forwarded-host': host, forwarded: `host=${host}`, 'x-original-url': url, referer: url },
      { origin: url, 'x-forwarded-for': '169.254.169.254', via: `1.1 ${host}`, 'x-wap-profile': url },
    ];
    for (const headers of misleading)
      expect((await service.api.get('/me', { token, headers })).status).toBe(200);
    const query = `?q=${encodeURIComponent(url)}&url=${encodeURIComponent(url)}`;
    expect((await service.api.get(`/schools/${school.id}/students${query}`, { token })).status).toBe(200);
  }

  /** Of keys that a token brings along, or where they are (RFC 7515 §4.1). */
  async function offerTokensThatLeadElsewhere({ token }: TestMember): Promise<void> {
    const { url } = trap!;
    const header = { jku: `${url}/keys`, x5u: `${url}/certificate`, kid: `${url}/kid` };
    const offered = [
      await resigned(token, signingKeyOf(t), { header }),
      await resigned(token, signingKeyOf(t), { claims: { iss: url }, header: { typ: 'JWT' } }),
      [encoded({ ...headerOf(token), ...header }), ...token.split('.').slice(1)].join('.'),
    ];
    for (const each of offered) expect((await service.api.get('/me', { token: each })).status).toBe(401);
  }
});
