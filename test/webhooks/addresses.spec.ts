import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { getServers, setServers } from 'node:dns';
import { expectInvalid } from '../support/errors.js';
import { aSchool, type TestMember, type TestSchool } from '../support/school.factory.js';
import { NameServerStub } from '../support/stubs/name-server-stub.js';
import { WebhookReceiver } from '../support/stubs/webhook-receiver.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { aWebhook, makeDeliveries } from '../support/webhook.factory.js';

let t: TestApp;
let school: TestSchool;
let admin: TestMember;
const names = new NameServerStub();
const receiver = new WebhookReceiver();
const servers = getServers();
beforeAll(async () => {
  t = await startTestApp({ reachesLoopback: false });
  setServers([await names.start()]);
  await receiver.start();
});
afterAll(async () => {
  setServers(servers);
  await Promise.all([names.stop(), receiver.stop()]);
  await t.close();
});
beforeEach(async () => {
  school = await aSchool(t);
  admin = await school.admin();
});

const create = (url: string) =>
  t.api.post(`/schools/${school.id}/webhooks`, {
    token: admin.token,
    body: { url, kinds: ['menu.changed'] },
  });

describe('An address with a number in place of a name', () => {
  it.each([
    ...['127.0.0.1', '127.1', '127.255.255.254', '0.0.0.0', '0', '10.1.2.3', '172.16.0.1', '192.168.1.1'],
    ...['169.254.169.254', '100.64.0.1', '192.0.0.192', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
    // One number, octal and hexadecimal ones, in capitals and with more zeros than needed.
    ...[
      '2130706433',
      '017700000001',
      '0x7f000001',
      '0x7F.1',
      '0177.0.0.01',
      '0x7f.0x0.0x0.0x1',
      '127.0.0.1.',
    ],
    ...['00000177.0.0.1', '127.0.1', '3232235777', '0xA9FEA9FE', '0251.0376.0251.0376', '1.1.1.1', '8.8.8.8'],
    ...['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]'],
    ...[
      '[64:ff9b::7f00:1]',
      '[64:ff9b:1::a00:1]',
      '[2002:7f00:1::]',
      '[2001::1]',
      '[fc00::1]',
      '[fd00:ec2::254]',
    ],
    ...['[fe80::1]', '[fec0::1]', '[ff02::1]', '[100::1]', '[2001:db8::1]', '[2606:4700::1111]'],
    // Fullwidth digits, dots of other scripts and numbers in circles are the same numbers to a browser.
    ...['１２７.0.0.1', '127。0。0。1', '①②⑦.0.0.1', '%31%32%37.0.0.1', '127%2e0%2e0%2e1'],
  ])('refuses https://%s/ at once', async (host) => {
    expectInvalid(await create(`https://${host}/`), 'url');
  });
});

describe('An address without a public name', () => {
  it.each([
    ...[
      'https://localhost/',
      'https://LOCALHOST/',
      'https://localhost./',
      'https://a.localhost/',
      'https://intranet/',
    ],
    ...[
      'https://[fe80::1%25eth0]/',
      'https://127.0.0.1:443@/',
      'https://a@b.example.org/',
      'https:///',
      'https://',
    ],
    ...['http://app.example.org/', 'HTTP://app.example.org/', 'ftp://app.example.org/', 'file:///etc/passwd'],
    ...[
      'gopher://app.example.org/',
      'javascript:alert(1)',
      'data:,a',
      '//app.example.org/',
      'app.example.org',
    ],
    ...['http://127.0.0.1/', 'http://127.0.0.1:3000/hook'],
  ])('refuses %s at once', async (url) => {
    expectInvalid(await create(url), 'url');
  });
});

describe('A name', () => {
  const PRIVATE = [
    ...[
      '127.0.0.1',
      '0.0.0.0',
      '10.0.0.1',
      '169.254.169.254',
      '172.31.255.255',
      '192.168.0.1',
      '100.127.0.1',
    ],
    ...[
      '::1',
      '::',
      '::ffff:127.0.0.1',
      '::ffff:10.0.0.1',
      'fe80::1',
      'fd00::1',
      '64:ff9b::a00:1',
      '2002:a00:1::1',
    ],
  ];

  it.each(PRIVATE)('gets no message when it leads to %s', async (address) => {
    names.answers = () => [address];
    const webhook = await aWebhook(t, school, `https://hook.example.org:${receiver.port}/`);
    await webhook.test();
    await makeDeliveries(t.app);
    expect((await webhook.deliveries())[0]).toMatchObject({
      last_error: 'private_address',
      last_status: null,
    });
    expect(receiver.messages).toEqual([]);
  });

  it('gets no message when one of its addresses is private', async () => {
    names.answers = () => ['93.184.215.14', '127.0.0.1'];
    const webhook = await aWebhook(t, school, `https://hook.example.org:${receiver.port}/`);
    await webhook.test();
    await makeDeliveries(t.app);
    expect((await webhook.deliveries())[0]).toMatchObject({ last_error: 'private_address' });
  });

  it('gets asked for once a delivery: what it says a moment later counts for nothing', async () => {
    // A public address first, of which nothing answers, and this machine from then on.
    let asked = 0;
    names.answers = (type) => (type === 'AAAA' ? [] : [(asked += 1) === 1 ? '93.184.215.14' : '127.0.0.1']);
    const webhook = await aWebhook(t, school, `https://hook.example.org:${receiver.port}/`);
    await webhook.test();
    await makeDeliveries(t.app);
    expect(asked).toBe(1);
    expect(['timeout', 'unreachable']).toContain((await webhook.deliveries())[0]!['last_error']);
    t.clock.advance(120_000);
    await makeDeliveries(t.app);
    expect((await webhook.deliveries())[0]).toMatchObject({ attempts: 2, last_error: 'private_address' });
    expect(receiver.messages).toEqual([]);
  });

  it('fails when there is none, and when no name server answers', async () => {
    names.answers = () => [];
    const webhook = await aWebhook(t, school, `https://hook.example.org/`);
    await webhook.test();
    await makeDeliveries(t.app);
    expect((await webhook.deliveries())[0]).toMatchObject({ last_error: 'unreachable' });
    names.answers = () => null;
    t.clock.advance(120_000);
    await makeDeliveries(t.app);
    expect((await webhook.deliveries())[0]).toMatchObject({ attempts: 2, last_error: 'timeout' });
  });
});
