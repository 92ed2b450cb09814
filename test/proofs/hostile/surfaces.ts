import { readdirSync } from 'node:fs';
import { PROJECT_ROOT } from '../../../src/platform/config/project-root.js';
import { join } from 'node:path';
import { routesOf } from '../../architecture/operations.js';
import { aPersonWithPassword, PASSWORD } from '../../support/application.factory.js';
import { aPublicApp, type OauthApp } from '../../support/sign-in/oauth-app.js';
import type { Person } from '../../support/school.factory.js';
import { SigningBrowser } from '../../support/sign-in/signing-browser.js';
import type { TestApp } from '../../support/test-app.js';
import { OPERATIONS } from '../fuzz/document.js';
import { bytesOf } from '../fuzz/requests.js';
import { fullestRequests, withIds, type Right } from '../fuzz/right-requests.js';
import type { Bytes } from '../fuzz/wire.js';
import { aFuzzWorld, type FuzzWorld } from '../fuzz/world.js';

/** An address that is answered, as it is declared: `GET /api/v1/students/:studentId`. */
export interface Route {
  name: string;
  method: string;
  /** What it is asked, as far as it can be: by someone who is let in, with what the operation needs. */
  request: Bytes;
  /** Fields that its form has to have, encoded. */
  form: string;
  /** Of its query. */
  parameters: string[];
}

/** What the authorization server reads of a query. */
const STANDARD = [
  'scope',
  'state',
  'resource',
  'claims',
  'prompt',
  'redirect_uri',
  'client_id',
  'ui_locales',
  'user_code',
  'id_token_hint',
];

const FILES_OF = { '/pages': 'public/pages', '/docs': 'public/docs' };

/** Whoever ends their session is asked last. */
const ENDS_IT = /sign-out|sessions|password|two-step|auth\/revoke|DELETE/;

/** An address book of a parent, and how a program of theirs signs in. */
interface Book {
  id: string;
  authorization: string;
}

async function aBook(t: TestApp, { ids, authorization }: FuzzWorld): Promise<Book> {
  const school = ids.schoolId!['this school']!;
  await t.dataSource.query('update schools set address_books = true where id = $1', [school]);
  const headers = { authorization: authorization['parent of this family']! };
  const list = await t.api.post(`/schools/${school}/lists`, { headers, body: { name: 'Ours' } });
  const made = await t.api.post(`/schools/${school}/app-passwords`, { headers, body: { name: 'Phone' } });
  const basic = Buffer.from(`parent:${made.body.password as string}`).toString('base64');
  return { id: list.body.id as string, authorization: `Basic ${basic}` };
}

/** Every route of every surface of this application, enumerated by itself: a new one is among them. */
export class Surfaces {
  private cookie = '';

  private constructor(
    private readonly t: TestApp,
    readonly world: FuzzWorld,
    readonly rights: Map<string, Right>,
    private readonly app: OauthApp,
    private readonly person: Person,
    private readonly feed: string,
    private readonly book: Book,
  ) {}

  static async of(t: TestApp): Promise<Surfaces> {
    const world = await aFuzzWorld(t);
    const rights = new Map(fullestRequests(world).map((right) => [right.operation.id, right]));
    const { schoolId } = world.ids;
    const { body } = await t.api.post(`/schools/${schoolId!['this school']!}/calendar/subscriptions`, {
      headers: { authorization: world.authorization['parent of this family']! },
      body: { name: 'Ours' },
    });
    const feed = new URL(body.subscription.feed_url as string).pathname;
    const [app, person] = [await aPublicApp(t), await aPersonWithPassword(t)];
    return new Surfaces(t, world, rights, app, person, feed, await aBook(t, world));
  }

  /** Somebody signs in anew, whatever the requests before have ended; nobody was locked out by them either. */
  async begin(url: string): Promise<void> {
    await this.t.dataSource.query('truncate attempt_counts');
    const browser = new SigningBrowser(url);
    await browser.open('/sign-in');
    await browser.submit('/password', { email: this.person.email, password: PASSWORD });
    await browser.open('/device');
    const names = ['school-directory', 'oauth_session'];
    this.cookie = names.map((name) => `${name}=${browser.cookie(name)}`).join('; ');
    if (this.cookie.includes('undefined')) throw new Error('Nobody could sign in');
  }

  routes(): Route[] {
    const served = Object.entries(FILES_OF).flatMap(([prefix, folder]) =>
      readdirSync(join(PROJECT_ROOT, folder)).map((file) => `GET ${prefix}/${file}`),
    );
    const preflight = 'OPTIONS /api/v1/me';
    const all = [...routesOf(this.t.app), ...served, preflight, 'GET /api/v1/nothing', 'GET /nothing'];
    return all
      .sort((a, b) => Number(ENDS_IT.test(a)) - Number(ENDS_IT.test(b)))
      .map((name) => this.route(name));
  }

  private route(name: string): Route {
    const [method = '', path = ''] = name.split(' ');
    const operation = OPERATIONS.find(
      (known) => `${known.method} /api/v1${known.name.split(' ')[1]!}` === name,
    );
    const right = operation && this.rights.get(operation.id);
    const parameters = operation?.query.map((parameter) => parameter.name) ?? [];
    if (right) return { name, method, parameters, form: '', request: this.requestOf(right) };
    return {
      ...{ name, method, form: this.formOf(path) },
      parameters: /^\/(oauth|device)/.test(path) ? STANDARD : [],
      request: {
        method,
        target: this.targetOf(path),
        headers: this.headersOf(path),
        body: this.bodyOf(method),
      },
    };
  }

  private requestOf({ operation, caller, path, body }: Right): Bytes {
    const draft = {
      method: operation.method,
      path,
      headers: [],
      body,
      isForm: operation.isForm,
      rewrite: null,
    };
    return bytesOf(draft, caller, this.world);
  }

  private targetOf(path: string): string {
    if (path === '/oauth/authorize')
      return new URL(this.app.address()).pathname + new URL(this.app.address()).search;
    if (path.endsWith('/feed.ics') && path.includes('calendar')) return this.feed;
    const uuid = this.world.ids.schoolId!['this school']!;
    return withIds(path, this.world.ids)
      .replace(':bookId', this.book.id)
      .replace(/:(uid|token|name)/, 'a'.repeat(43))
      .replace(/:\w+/g, uuid)
      .replace('*key', `student-photos/${uuid}.jpg?max_bytes=1&expires=1`)
      .replace('*path', 'a');
  }

  private headersOf(path: string): [string, string][] {
    if (path.startsWith('/api/v1')) return [['Authorization', this.world.authorization['senior admin']!]];
    if (path.startsWith('/carddav'))
      return [
        ['Authorization', this.book.authorization],
        ['Depth', '1'],
      ];
    return [
      ['Cookie', this.cookie],
      ['Sec-Fetch-Site', 'same-origin'],
      ['Accept', 'text/html'],
    ];
  }

  private bodyOf(method: string): Buffer | null {
    if (method !== 'REPORT') return null;
    const names = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav"';
    return Buffer.from(
      `<c:addressbook-query ${names}><d:prop><c:address-data/></d:prop><c:filter/></c:addressbook-query>`,
    );
  }

  private formOf(path: string): string {
    const { clientId, redirectUri } = this.app;
    if (path.startsWith('/oauth') || path === '/device')
      return `client_id=${clientId}&response_type=code&redirect_uri=${encodeURIComponent(redirectUri)}&grant_type=refresh_token&`;
    return path.endsWith('/password') ? `email=${encodeURIComponent(this.person.email)}&` : '';
  }
}
