import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPerson, aSchool } from '../../support/school.factory.js';
import { anOrganization } from '../../support/organization.factory.js';
import { expectError } from '../../support/errors.js';
import { startPhotoApp, type PhotoApp } from '../../support/files/photo-app.js';
import { sendRaw } from '../../support/http/raw-http.js';
import type { TestApp } from '../../support/test-app.js';

let app: PhotoApp;
let t: TestApp;
beforeAll(async () => {
  app = await startPhotoApp();
  ({ t } = app);
});
afterAll(() => app.close());

const BODIES = ['{', 'null', '\0', '['.repeat(50_000), `"${'x'.repeat(1_100_000)}"`];

describe('A body that the operation does not have', () => {
  it('changes nothing, whatever it is', async () => {
    const school = await aSchool(t);
    const { token } = await school.parent();
    const star = `/students/${(await school.student()).id}/star`;
    for (const body of BODIES) {
      expect((await t.api.post(star, { token, body })).status).toBe(204);
      expect((await t.api.delete(star, { token, body })).status).toBe(204);
    }
  });

  it('changes nothing where a client sends one with GET', async () => {
    const { token } = await aPerson(t);
    for (const body of BODIES.slice(0, -1)) {
      const head = [
        'GET /api/v1/me HTTP/1.1',
        'Host: x',
        'Connection: close',
        `Authorization: Bearer ${token}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ].join('\r\n');
      expect((await sendRaw(t.url, `${head}\r\n\r\n${body}`)).status).toBe(200);
    }
  });

  it('helps no stranger', async () => {
    const { id } = await (await aSchool(t)).student();
    for (const body of BODIES)
      expectError(await t.api.post(`/students/${id}/star`, { body }), 401, 'not_authenticated');
  });
});

describe('A body that no header announces', () => {
  const sent = (path: string, token: string, ...headers: string[]) =>
    sendRaw(
      t.url,
      [
        `POST /api/v1${path} HTTP/1.1`,
        'Host: x',
        'Connection: close',
        `Authorization: Bearer ${token}`,
        ...headers,
      ]
        .concat('', '')
        .join('\r\n'),
    );

  it('counts as none, whatever its kind is', async () => {
    const school = await aSchool(t);
    const { token } = await school.admin();
    const faults = { attachments: 'file', lists: 'name' };
    for (const kind of ['application/json', 'multipart/form-data; boundary=b', 'text/plain'])
      for (const [path, field] of Object.entries(faults)) {
        const answer = await sent(`/schools/${school.id}/${path}`, token, `Content-Type: ${kind}`);
        expect([answer.status, answer.body.error.code]).toEqual([400, 'validation_failed']);
        expect(answer.body.error.fields[0].path).toBe(field);
      }
  });

  it('counts as none where it has no end but its own', async () => {
    const school = await aSchool(t);
    const { token } = await school.admin();
    const head = [
      `POST /api/v1/schools/${school.id}/lists HTTP/1.1`,
      ...['Host: x', 'Connection: close', 'Transfer-Encoding: chunked', `Authorization: Bearer ${token}`],
    ].join('\r\n');
    const { status, body } = await sendRaw(t.url, `${head}\r\n\r\n0\r\n\r\n`);
    expect([status, body.error.fields[0].path]).toEqual([400, 'name']);
  });
});

describe('If-None-Match', () => {
  it('changes nothing where there is no ETag', async () => {
    const school = await aSchool(t);
    const organization = await anOrganization(t, school);
    const { token } = await school.parent();
    const path = `/organizations/${organization.id}/photos/${(await organization.photo()).id}/download-url`;
    // Not by fetch, which asks for an answer in full beside it.
    const head = `GET /api/v1${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}`;
    const { status, body } = await sendRaw(t.url, `${head}\r\nIf-None-Match: *\r\n\r\n`);
    expect([status, body]).toEqual([200, { url: expect.any(String), expires_at: expect.any(String) }]);
  });
});

describe('An expectation that nobody knows', () => {
  it('changes nothing', async () => {
    const request = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 200-maybe\r\n\r\n';
    expect((await sendRaw(t.url, request)).status).toBe(200);
  });
});
