import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { request } from 'node:http';
import { aCommand, ended } from '../../support/processes/command-process.js';
import { figure } from '../../support/proofs/figures.js';
import { MovingSite } from '../../support/schools/moving-site.js';
import { AUDIENCE, OutsideProvider } from '../../support/stubs/outside-provider.js';
import { describeBehindProxy } from '../deployment/proxy.js';
import { MovingSchool } from './moving-school.js';
import { CELL_TOKEN, OneAddress } from './one-address.js';
import { WriteLoad } from './write-load.js';

/* A school moves from one cell to another while everybody goes on at one address, with the same tokens. */

const MOVES = Number(process.env.CELL_MOVES ?? 1);
const WRITES_A_SECOND = 50;
const AUTHORS = 60;
const LONG = 180_000;

const provider = new OutsideProvider();
let sites: [there: MovingSite, here: MovingSite];
let one: OneAddress;
const loads: WriteLoad[] = [];

async function aCell(name: string): Promise<MovingSite> {
  const outsideIssuer = { issuer: provider.issuer, audience: AUDIENCE, jwksUrl: null };
  const siteUrl = `http://${name}.school.example`;
  return MovingSite.start({ ...{ cellToken: CELL_TOKEN, trustProxy: 1 }, siteUrl, outsideIssuer });
}

/** The move and what is left then, as an operator types them. */
const command = ([there, here]: [MovingSite, MovingSite], schoolId: string, ...more: string[]) =>
  ended(
    aCommand(['school', 'move', schoolId, '--to', here.envFile, '--json', ...more], {
      DATABASE_URL: there.t.databaseUrl,
      DATA_DIR: there.installation.dataDir,
      AUTH_SIGNING_KEY: there.t.settings.signingKey ?? '',
    }),
  );

/** A calendar program at the address that it was given once. */
const statusAt = (host: string, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request(one.url + path, { headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

describeBehindProxy('a school that moves between two cells behind one address', () => {
  beforeAll(async () => {
    await provider.start();
    sites = [await aCell('a'), await aCell('b')];
    one = await OneAddress.start(sites);
  }, LONG);
  afterEach(() => {
    for (const load of loads.splice(0)) load.fail();
  });
  afterAll(async () => {
    await one?.close();
    for (const site of sites ?? []) await site.close();
    await provider.stop();
  }, LONG);

  it(
    'loses no write, refuses no read, and asks nobody to sign in anew',
    async () => {
      const sums = { acknowledged: 0, reads: 0, readsRefused: 0, lost: 0 };
      for (let round = 0; round < MOVES; round += 1) {
        const [there, here] = sites;
        const moving = await MovingSchool.make(there, AUTHORS);
        const tokens = new Map<string, string>();
        for (const { email } of [moving.admin, ...moving.authors])
          tokens.set(email, await provider.token({ email, email_verified: true }));
        const load = (loads[loads.length] = WriteLoad.begin(one.api, moving, WRITES_A_SECOND, tokens));
        await load.hasWritten(2 * WRITES_A_SECOND);
        expect(await command(sites, moving.id)).toMatchObject({ status: 0 });
        expect(await command(sites, moving.id, '--remove-here')).toMatchObject({ status: 0 });
        await load.hasWritten(2 * WRITES_A_SECOND);
        await load.end();
        const written = await here.t.dataSource.query<{ name: string }[]>(
          'select name from lists where school_id = $1',
          [moving.id],
        );
        const names = new Set(written.map(({ name }) => name));
        sums.lost += load.lists.filter((name) => !names.has(name)).length + written.length - names.size;
        sums.acknowledged += load.acknowledged;
        sums.reads += load.reads;
        sums.readsRefused += load.readsRefused;
        const token = tokens.get(moving.admin.email)!;
        for (const name of ['a.school.example', 'b.school.example', 'school.example'])
          expect([name, await statusAt(name, moving.feedPath)]).toEqual([name, 200]);
        const student = await one.api.get(`/students/${moving.studentId}`, { token });
        const me = await one.api.get('/me', { token });
        expect([student.status, me.body.memberships.map((m: { school_id: string }) => m.school_id)]).toEqual([
          200,
          [moving.id],
        ]);
      }
      figure('Moves behind one address, with a router and HAProxy, by people who stay signed in', MOVES);
      figure('Acknowledged writes there', sums.acknowledged);
      figure('Of them, lost or doubled', sums.lost, '0');
      figure('Reads there, of them refused', `${sums.reads}, ${sums.readsRefused}`, '0');
      expect({ lost: sums.lost, readsRefused: sums.readsRefused }).toEqual({ lost: 0, readsRefused: 0 });
    },
    2 * LONG * MOVES,
  );
});
