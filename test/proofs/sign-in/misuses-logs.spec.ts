import { expect, it } from '@jest/globals';
import { aPersonWithPassword, PASSWORD } from '../../support/application.factory.js';
import { freePort } from '../../support/processes/free-port.js';
import { aPublicApp, OauthApp } from '../../support/sign-in/oauth-app.js';
import { startServiceProcess } from '../../support/processes/service-process.js';
import { SigningBrowser } from '../../support/sign-in/signing-browser.js';
import { startTestApp } from '../../support/test-app.js';

const parametersOf = (url: URL): string[] => [...url.searchParams.values()];

it('writes no password, code, token, cookie or link to the log, however much is logged', async () => {
  const t = await startTestApp();
  const port = await freePort();
  const service = await startServiceProcess({
    ...{ PORT: String(port), SITE_URL: `http://127.0.0.1:${port}`, DATABASE_URL: t.databaseUrl },
    ...{ AUTH_SIGNING_KEY: t.settings.signingKey ?? '', LOG_LEVEL: 'trace', LOG_FORMAT: 'json' },
  });
  const redirectUris = ['https://app.example.org/callback'];
  const app = new OauthApp(service, (await aPublicApp(t, { redirectUris, usesDeviceCode: true })).clientId);
  const person = await aPersonWithPassword(t);
  const browser = new SigningBrowser(service.url);
  const asked = { state: 'state-of-this-test', nonce: 'nonce-of-this-test', login_hint: 'hint-of-this-test' };

  await browser.open(app.address(asked));
  const uid = browser.page!.url.pathname.split('/')[2]!;
  await browser.submit('/password', { email: person.email, password: 'a wrong password' });
  await browser.submit('/password', { email: person.email, password: PASSWORD });
  const cookies = ['school-directory', 'oauth_session'].map((name) => browser.cookie(name)!);
  const { url } = await browser.submit('/consent', { answer: 'allow' });
  const { body: tokens } = await app.exchange(url.searchParams.get('code')!);
  const { body: renewed } = await app.refresh(tokens.refresh_token as string);
  await app.refresh('a-wrong-refresh-token');
  await app.exchange('a-wrong-code');
  const { body: device } = await app.send('/oauth/device', {});
  await browser.open(new URL(device.verification_uri_complete as string).href);
  await browser.submit('/device');
  await app.poll(device.device_code as string);
  const { body: pushed } = await app.send(
    '/oauth/par',
    Object.fromEntries(new URL(app.address()).searchParams),
  );
  await browser.open(`/oauth/authorize?client_id=${app.clientId}&request_uri=${pushed.request_uri}`);
  await browser.open(`/oauth/sign-out?id_token_hint=${tokens.id_token}&state=x`);
  const token = /name="xsrf" value="([^"]*)"/.exec(browser.page!.html)![1]!;
  // What fails is told more of.
  await app.send('/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token: `${renewed.refresh_token}\0`,
  });
  await app.send('/oauth/par', { state: `state-that-fails\0` });
  await t.dataSource.query('alter table oauth_artifacts rename to away');
  await app.refresh(renewed.refresh_token as string);
  await browser.open(app.address({ state: 'state-of-a-failure' }));
  expect(await service.stop()).toBe(0);

  const log = service.output();
  expect(log).toContain('The authorization server failed');
  expect(log.match(/"route":"\/oauth\/token"/g)?.length).toBeGreaterThan(4);
  const secrets = [
    ...[PASSWORD, 'a wrong password', person.email, app.verifier, uid, token, ...cookies],
    ...[tokens, renewed].flatMap(({ access_token, refresh_token, id_token }) => [
      ...[access_token, refresh_token, id_token],
      ...String(access_token).split('.'),
    ]),
    ...[device.device_code, device.user_code, device.user_code.replace('-', ''), pushed.request_uri],
    ...parametersOf(url).filter((value) => value.length > 8 && !value.startsWith('http')),
    ...Object.values(asked),
    ...['a-wrong-refresh-token', 'a-wrong-code', 'state-that-fails', 'state-of-a-failure'],
  ] as string[];
  expect(secrets.every((secret) => secret.length > 6)).toBe(true);
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  await t.close();
}, 120_000);
