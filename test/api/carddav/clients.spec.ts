import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DAVClient } from 'tsdav';
import { anAppPassword, aSchoolWithAddressBooks } from '../../support/carddav.factory.js';
import { aList, type TestList } from '../../support/list.factory.js';
import type { TestGuardian, TestMember } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/*
 * Clients that are none of ours: what they have of a family is what the masks show at their next sync.
 */

const run = promisify(execFile);
const isInstalled = spawnSync('vdirsyncer', ['--version']).status === 0;
if (!isInstalled)
  process.stderr.write(
    'Skipped: an address book client needs vdirsyncer (Debian: apt-get install vdirsyncer)\n',
  );

let t: TestApp;
let folder: string;
beforeAll(async () => {
  t = await startTestApp();
  folder = mkdtempSync(join(tmpdir(), 'address-book-client-'));
});
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true });
});

interface World {
  password: string;
  reader: TestMember;
  mother: TestGuardian;
  list: TestList;
  /** Takes the other guardian's student off the list. */
  removeBen: () => Promise<unknown>;
}

/** A list with a mother who has a phone, and a father of another child. */
async function aWorld(): Promise<World> {
  const school = await aSchoolWithAddressBooks(t);
  const reader = await school.parent();
  const [ada, ben] = [await school.student(), await school.student({ firstName: 'Ben' })];
  const mother = await school.parentOf(ada, { phone: '+1 212 555 0100' });
  await school.guardian(ben, { firstName: 'Otto', phone: '+1 212 555 0123' });
  const list = await aList(t, school, reader, [ada, ben]);
  const removeBen = () =>
    t.api.send('DELETE', `/lists/${list.id}/students/${ben.id}`, { token: reader.token });
  return { password: await anAppPassword(t, school, reader), reader, mother, list, removeBen };
}

const setVisibility = ({ token }: TestMember, profile_visibility: 'full' | 'name_only') =>
  t.api.patch('/me/profile-visibility', { token, body: { profile_visibility } });

/** What a client has, one card a text. */
interface Client {
  sync(): Promise<string[]>;
}

class Vdirsyncer implements Client {
  private readonly folder = mkdtempSync(join(folder, 'vdirsyncer-'));
  private isKnown = false;

  constructor({ password }: World) {
    for (const name of ['status', 'books']) mkdirSync(join(this.folder, name));
    writeFileSync(
      join(this.folder, 'config'),
      `
[general]
status_path = "${this.folder}/status"
[pair school]
a = "directory"
b = "phone"
collections = ["from a"]
conflict_resolution = "a wins"
[storage directory]
type = "carddav"
url = "${t.url}/"
username = "parent@example.org"
password = "${password}"
read_only = true
[storage phone]
type = "filesystem"
path = "${this.folder}/books"
fileext = ".vcf"
`,
    );
  }

  async sync(): Promise<string[]> {
    if (!this.isKnown) await this.run('discover');
    this.isKnown = true;
    await this.run('sync');
    const books = join(this.folder, 'books');
    return readdirSync(books).flatMap((book) =>
      readdirSync(join(books, book)).map((file) => readFileSync(join(books, book, file), 'utf8')),
    );
  }

  private async run(command: string): Promise<void> {
    const env = { ...process.env, HOME: this.folder, LANG: 'C.UTF-8' };
    const running = run('vdirsyncer', ['-c', join(this.folder, 'config'), command], { env });
    // It asks whether a folder should be made for each book.
    running.child.stdin?.end('y\n'.repeat(10));
    await running;
  }
}

class Tsdav implements Client {
  private books: Awaited<ReturnType<DAVClient['fetchAddressBooks']>> = [];
  private readonly client: DAVClient;

  constructor({ password }: World) {
    this.client = new DAVClient({
      serverUrl: t.url,
      credentials: { username: 'parent@example.org', password },
      authMethod: 'Basic',
      defaultAccountType: 'carddav',
    });
  }

  async sync(): Promise<string[]> {
    if (this.books.length === 0) {
      await this.client.login();
      this.books = await this.client.fetchAddressBooks();
      for (const book of this.books) book.objects = await this.client.fetchVCards({ addressBook: book });
    } else
      for (const [at, book] of this.books.entries())
        this.books[at] = await this.client.smartCollectionSync({
          collection: {
            ...book,
            fetchObjects: () => this.client.fetchVCards({ addressBook: book }),
            objectMultiGet: this.client.addressBookMultiGet.bind(this.client),
          },
          method: 'basic',
          detailedResult: false,
        });
    return this.books.flatMap(({ objects = [] }) => objects.map(({ data }) => String(data)));
  }
}

const namesIn = (cards: string[]): string[] => cards.map((card) => /FN:(\S+)/.exec(card)![1]!).sort();
const phonesIn = (cards: string[]): string[] =>
  cards.flatMap((card) => /TEL:(\S+)/.exec(card)?.[1] ?? []).sort();

async function followsTheMasks(client: Client, { mother, removeBen }: World): Promise<void> {
  const first = await client.sync();
  expect(namesIn(first)).toEqual(['Maria', 'Otto']);
  expect(phonesIn(first)).toEqual(['+12125550100', '+12125550123']);
  expect(await client.sync()).toEqual(first);
  await setVisibility(mother, 'name_only');
  const hidden = await client.sync();
  expect([namesIn(hidden), phonesIn(hidden)]).toEqual([['Maria', 'Otto'], ['+12125550123']]);
  await setVisibility(mother, 'full');
  expect(phonesIn(await client.sync())).toEqual(['+12125550100', '+12125550123']);
  await removeBen();
  expect(namesIn(await client.sync())).toEqual(['Maria']);
}

describe('A client', () => {
  (isInstalled ? it : it.skip)(
    'loses a hidden number at its next sync: vdirsyncer',
    async () => {
      const world = await aWorld();
      await followsTheMasks(new Vdirsyncer(world), world);
    },
    120_000,
  );

  it('loses a hidden number at its next sync: tsdav', async () => {
    const world = await aWorld();
    await followsTheMasks(new Tsdav(world), world);
  });
});
