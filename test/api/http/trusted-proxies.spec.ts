import { afterEach, describe, expect, it } from '@jest/globals';
import { anApplication } from '../../support/application.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/* What a source is good for: limits against guessing, and the address that is kept with a signed slip. */
describe('the source of a request', () => {
  let t: TestApp;
  afterEach(() => t.close());

  /** Who guesses too often from one source gets 429 for the rest. */
  async function guessesFrom(trustProxy: number, ...sources: string[]): Promise<number[]> {
    t = await startTestApp({ trustProxy });
    const app = await anApplication(t);
    const guess = { grant_type: 'password', email: 'nobody@example.org', password: 'wrong password' };
    const answers = [];
    for (const source of sources) answers.push(await app.token(guess, { 'x-forwarded-for': source }));
    return answers.map(({ status }) => status);
  }
  const twelve = (source: (nth: number) => string) => Array.from({ length: 12 }, (_, at) => source(at + 1));
  const LIMITED = [...Array<number>(10).fill(401), 429, 429];

  it('names who connects, where no proxy is trusted', async () => {
    expect(await guessesFrom(0, ...twelve((nth) => `198.51.100.${nth}`))).toEqual(LIMITED);
  });

  it('names what the proxy has added, and not what the client has said before', async () => {
    const forged = twelve((nth) => `198.51.100.${nth}, 203.0.113.7`);
    const another = '198.51.100.1, 203.0.113.8';
    expect(await guessesFrom(1, ...forged, another)).toEqual([...LIMITED, 401]);
  });

  it('names what the first of two proxies has added', async () => {
    const forged = twelve((nth) => `198.51.100.${nth}, 203.0.113.7, 192.0.2.1`);
    const another = '198.51.100.1, 203.0.113.8, 192.0.2.1';
    expect(await guessesFrom(2, ...forged, another)).toEqual([...LIMITED, 401]);
  });

  it('counts as one for all addresses of an IPv6 /64, however they are written', async () => {
    const spelled = [
      '2001:db8:0:7::1',
      '2001:DB8::7:0:0:0:2',
      '2001:0db8:0000:0007:abcd::',
      '2001:db8:0:7::1%eth0',
      '[2001:db8:0:7::3]',
      '[2001:db8:0:7::4]:49152',
      '2001:db8:0:7::192.0.2.1',
    ];
    const guesses = twelve((nth) => spelled[nth % spelled.length] ?? '');
    const others = ['2001:db8:0:8::1', '2001:db8:7::1', '::1', '198.51.100.7'];
    expect(await guessesFrom(1, ...guesses, ...others)).toEqual([...LIMITED, 401, 401, 401, 401]);
  });

  it('counts as one for an IPv4 address, with a port or within IPv6', async () => {
    const spelled = [
      '198.51.100.7',
      '198.51.100.7:443',
      '::ffff:198.51.100.7',
      '[::FFFF:198.51.100.7]:443',
      '0:0:0:0:0:ffff:c633:6407',
    ];
    const guesses = twelve((nth) =>
      nth < 5 ? `198.51.100.7:${nth}` : (spelled[nth % spelled.length] ?? ''),
    );
    const others = ['198.51.100.8:443', '::ffff:198.51.100.9'];
    expect(await guessesFrom(1, ...guesses, ...others)).toEqual([...LIMITED, 401, 401]);
  });
});
