import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { OutsideIssuer } from '../../src/platform/config/outside-services.js';
import type { Settings } from '../../src/platform/config/settings.js';
import { examineWebServices } from '../../src/cli/doctor/web-services.check.js';
import { OidcJwks } from '../../src/features/oauth/tokens/oidc-jwks.js';
import { NominatimGeocoder } from '../../src/platform/geocoding/geocoding.module.js';
import { ImagesServiceMenuImageMaker } from '../../src/features/menus/images/images-service.menu-image-maker.js';
import { S3ObjectStore } from '../../src/platform/storage/s3.object-store.js';
import { OpenTelemetry } from '../../src/platform/observability/tracing/open-telemetry.js';
import { fetchNamedJson } from '../../src/platform/upstream/fetch-json.js';
import { outsideCall } from '../../src/platform/upstream/outside-call.js';
import { TestClock } from '../support/test-clock.js';
import { Trap } from './a-trap.js';

const MS = 2_000;
const PHOTO = { bytes: Buffer.from('a picture'), contentType: 'image/png' };
const ADDRESS = {
  line1: 'Main Street 1',
  line2: null,
  city: 'X',
  region: null,
  postalCode: null,
  country: 'US',
};

let trap: Trap;
let leading: Trap;
let answer: { status: number; location: string } | { json: unknown };
beforeAll(async () => {
  Logger.overrideLogger(false);
  trap = await new Trap().start();
  leading = await new Trap((_, response) => {
    if ('json' in answer) response.end(JSON.stringify(answer.json));
    else response.writeHead(answer.status, { Location: answer.location }).end('{}');
  }).start();
});
afterAll(async () => {
  await Promise.all([trap.stop(), leading.stop()]);
});
beforeEach(() => {
  leading.requests.length = 0;
});
afterEach(() => expect([trap.connections, trap.requests]).toEqual([0, []]));

const UNKNOWN_KEY = { kid: 'a key', alg: 'ES256' };
const signOn = (jwksUrl: string | null): OidcJwks => {
  const outsideIssuer: OutsideIssuer = { issuer: leading.url, audience: 'directory', jwksUrl };
  return new OidcJwks({ outsideIssuer, upstreamTimeoutMs: MS } as Settings, new TestClock());
};

const store = (): S3ObjectStore =>
  new S3ObjectStore(
    {
      bucket: 'photos',
      region: 'us-east-1',
      endpoint: leading.url,
      credentials: { accessKeyId: 'x', secretAccessKey: 'y' },
      forcePathStyle: true,
    },
    MS,
    new TestClock(),
  );

async function trace(): Promise<void> {
  const tracing = new OpenTelemetry({
    url: `${leading.url}/v1/traces`,
    serviceName: 'x',
    sampler: 'always_on',
    share: 1,
  });
  await outsideCall('geocoder', () => Promise.resolve());
  await tracing.stop();
}

const examined = async (): Promise<void> => {
  const { url } = leading;
  const tracing = { url, serviceName: 'x', sampler: 'always_on', share: 1 } as const;
  const imageService = { url, apiKey: 'sesame', model: null };
  const outsideIssuer = { issuer: url, audience: 'x', jwksUrl: url };
  const settings = { tracing, imageService, outsideIssuer, geocoderUrl: url, upstreamTimeoutMs: MS };
  await examineWebServices(settings as Settings);
};

const CALLS: [who: string, call: () => Promise<unknown>][] = [
  ['the geocoder', () => new NominatimGeocoder(leading.url, MS).find(ADDRESS)],
  [
    'the images service',
    () =>
      new ImagesServiceMenuImageMaker({ url: leading.url, apiKey: 'sesame', model: null }, MS).make('Pizza'),
  ],
  ['discovery', () => signOn(null).find(UNKNOWN_KEY)],
  ['the keys of the provider', () => signOn(`${leading.url}/keys`).find(UNKNOWN_KEY)],
  ['the object store, asked', () => store().read('photos/a.png', 100)],
  ['the object store, written to', () => store().write('photos/a.png', PHOTO)],
  ['the collector of traces', trace],
  ['the doctor', examined],
];

describe('A redirect is not followed', () => {
  describe.each(CALLS)('of %s', (_, call) => {
    it.each([301, 302, 303, 307, 308])('with %d, wherever it leads', async (status) => {
      const elsewhere = [
        `${trap.url}/latest/meta-data`,
        `http://localhost:${trap.port}/`,
        'file:///etc/passwd',
      ];
      for (const location of elsewhere) {
        answer = { status, location };
        await call().catch(() => undefined);
      }
      expect(leading.requests.length).toBeGreaterThanOrEqual(elsewhere.length);
    });
  });
});

describe('An address that a provider names', () => {
  it.each<[string, () => string]>([
    ['another port of this machine', () => `${trap.url}/keys`],
    ['this machine, by https', () => `https://127.0.0.1:${trap.port}/keys`],
    ['this machine, in other digits', () => `https://0x7f.1:${trap.port}/keys`],
    ['this machine, as IPv6', () => `https://[::1]:${trap.port}/keys`],
    ['this machine, as IPv4 in IPv6', () => `https://[::ffff:127.0.0.1]:${trap.port}/keys`],
    ['what a cloud tells its machines', () => 'http://169.254.169.254/latest/meta-data'],
    ['the same without a port', () => 'https://169.254.169.254/'],
    ['a public one without encryption', () => 'http://1.1.1.1/keys'],
    ['a file', () => 'file:///etc/passwd'],
    ['data', () => 'data:application/json,{"keys":[]}'],
  ])('gets no request when it is %s', async (_, address) => {
    answer = { json: { issuer: leading.url, jwks_uri: address() } };
    expect(await signOn(null).find(UNKNOWN_KEY)).toBeNull();
    expect(leading.requests).toEqual(['GET /.well-known/openid-configuration']);
    const asked = fetchNamedJson(new URL(address()), new URL(leading.url), { deadlineMs: MS, maxBytes: 100 });
    await expect(asked).rejects.toMatchObject({ reason: 'private_address' });
  });

  it('gets no request when it is this machine, by a name that few name servers know', async () => {
    const named = new URL(`https://localhost:${trap.port}/keys`);
    const asked = fetchNamedJson(named, new URL(leading.url), { deadlineMs: 5 * MS, maxBytes: 100 });
    await expect(asked).rejects.toMatchObject({
      reason: expect.stringMatching(/^(private_address|unreachable)$/),
    });
  });

  it('gets requests when it is where the provider is', async () => {
    answer = { json: { issuer: leading.url, jwks_uri: `${leading.url}/keys`, keys: [] } };
    expect(await signOn(null).find(UNKNOWN_KEY)).toBeNull();
    expect(leading.requests).toEqual(['GET /.well-known/openid-configuration', 'GET /keys']);
  });
});
