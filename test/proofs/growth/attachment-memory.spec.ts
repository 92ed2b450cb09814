import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aSchool } from '../../support/school.factory.js';
import { aPdf } from '../../support/files/attachment-files.js';
import { BOUNDARY, field, filePart, FORM_TYPE, spooledFiles, wire } from '../../support/upload.factory.js';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-process.js';
import { chunk, rubbish, writeStubbornly } from '../../support/http/stubborn-client.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const MB = 1024 * 1024;
const GB = 1024 * MB;
const FOR_A_DOCUMENT = field('entity_type', 'document');

/** The service as it is run; what it holds in memory is asked of the kernel, which remembers the most it was. */
const COUNTED = existsSync('/proc/self/clear_refs');

(COUNTED ? describe : describe.skip)('The memory of the service', () => {
  let t: TestApp;
  let service: ServiceProcess;
  let path: string;
  let token: string;
  /** Of ten admins: nobody has more than 100 MB of uploads that no item names. */
  let tokens: string[];
  const dataDir = mkdtempSync(join(tmpdir(), 'attachment-memory-'));

  beforeAll(async () => {
    t = await startTestApp();
    service = await startServiceProcess({
      DATABASE_URL: t.databaseUrl,
      AUTH_SIGNING_KEY: t.settings.signingKey ?? '',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      LOG_FORMAT: 'json',
    });
    const school = await aSchool(t);
    ({ token } = await school.admin());
    tokens = await Promise.all(Array.from({ length: 10 }, async () => (await school.admin()).token));
    path = `/schools/${school.id}/attachments`;
    expect((await send(wire([FOR_A_DOCUMENT, filePart(aPdf())]))).status).toBe(201);
  }, 90_000);
  afterAll(async () => {
    await service.stop();
    await t.close();
    rmSync(dataDir, { recursive: true });
  });

  const send = (body: Buffer, by = token) =>
    service.api.post(path, { token: by, body, headers: { 'content-type': FORM_TYPE } });

  const kilobytes = (what: string): number =>
    Number(
      new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1],
    );

  /** Bytes by which it grew at the most while this was done. */
  async function growthDuring(work: () => Promise<void>): Promise<number> {
    writeFileSync(`/proc/${service.pid}/clear_refs`, '5');
    const before = kilobytes('VmRSS');
    await work();
    return (kilobytes('VmHWM') - before) * 1024;
  }

  const opening = `--${BOUNDARY}\r\nContent-Disposition: form-data; name=`;
  it.each([
    ['of a file', `${opening}"file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4`],
    ['of a field', `${opening}"entity_type"\r\n\r\n`],
    ['of the head of a part', `--${BOUNDARY}\r\nX-Long: `],
    ['of a part that nobody asked for', `--${BOUNDARY}\r\nX: y\r\n\r\n`],
    ['before the form', ''],
    ['behind the form', wire([FOR_A_DOCUMENT, filePart(aPdf())]).toString('latin1')],
  ])(
    'grows by no more than 64 MB while 1 GB %s comes without a length, and is cut at the bound',
    async (_, start) => {
      function* pieces(): Generator<Buffer> {
        if (start !== '') yield chunk(Buffer.from(start, 'latin1'));
        yield* rubbish(GB);
      }
      const head = [
        `POST /api/v1${path} HTTP/1.1`,
        'Host: x',
        `Authorization: Bearer ${token}`,
        `Content-Type: ${FORM_TYPE}`,
        'Transfer-Encoding: chunked',
      ];
      const growth = await growthDuring(async () => {
        const heard = await writeStubbornly(service.url, head, pieces());
        expect([heard.status, heard.body?.error.code]).toEqual([413, 'payload_too_large']);
        expect(heard.head).toMatch(/^connection: close$/im);
        // The bound, what a client that does not listen may go on with, and what is on its way.
        expect(heard.written).toBeLessThan(64 * MB);
      });
      expect(growth).toBeLessThanOrEqual(64 * MB);
      expect(spooledFiles(service.pid)).toEqual([]);
    },
    60_000,
  );

  it('grows by no more than 64 MB while ten files of 10 MB come at once', async () => {
    const body = wire([FOR_A_DOCUMENT, filePart(aPdf('Yearbook', 10 * MB))]);
    // The connection kept from the beginning may be one that the service is hanging up.
    await send(body).catch(() => undefined);
    const growth = await growthDuring(async () => {
      const answers = await Promise.all(tokens.map((by) => send(body, by)));
      expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(201));
    });
    expect(growth).toBeLessThanOrEqual(64 * MB);
    expect(spooledFiles(service.pid)).toEqual([]);
  }, 60_000);
});
