import { XMLParser } from 'fast-xml-parser';
import { School } from '../../src/features/schools/school.entity.js';
import { aSchool, type TestMember, type TestSchool } from './school.factory.js';
import type { TestApp } from './test-app.js';

/** Whether the school lets its members read address books. */
export async function setAddressBooks(t: TestApp, { id }: TestSchool, addressBooks: boolean): Promise<void> {
  await t.dataSource.manager.update(School, { id }, { addressBooks });
}

export const aSchoolWithAddressBooks = (t: TestApp): Promise<TestSchool> =>
  aSchool(t, { addressBooks: true });

/** A new app password of the member's own. */
export async function anAppPassword(t: TestApp, school: TestSchool, { token }: TestMember): Promise<string> {
  const { status, body, text } = await t.api.post(`/schools/${school.id}/app-passwords`, {
    token,
    body: { name: 'Phone' },
  });
  if (status !== 201) throw new Error(text);
  return body.password as string;
}

export interface DavAnswerOfTest {
  status: number;
  headers: Headers;
  text: string;
}

const DECLARED =
  'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav" xmlns:s="http://calendarserver.org/ns/"';

const PARSER = new XMLParser({
  ...{ ignoreAttributes: true, parseTagValue: false, removeNSPrefix: true, htmlEntities: true },
  isArray: (name) => name === 'response' || name === 'propstat',
});

/** A resource in a multistatus: what was found of it, by local name. */
export interface DavResponse {
  href: string;
  status?: string;
  found: Record<string, unknown>;
  missing: string[];
}

interface Parsed {
  multistatus: {
    'sync-token'?: string;
    response?: { href: string; status?: string; propstat?: { prop: object | string; status: string }[] }[];
  };
}

/** A program with an app password. */
export class DavClient {
  constructor(
    private readonly url: string,
    readonly password: string,
    private readonly user = 'parent@example.org',
  ) {}

  async request(
    method: string,
    path: string,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<DavAnswerOfTest> {
    const authorization = `Basic ${Buffer.from(`${this.user}:${this.password}`).toString('base64')}`;
    const answer = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: { authorization, ...headers },
      ...(body !== undefined && { body }),
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }

  /** @param props names with their prefixes: d, c and s */
  propfind(path: string, depth: '0' | '1', ...props: string[]): Promise<DavAnswerOfTest> {
    const prop = props.map((name) => `<${name}/>`).join('');
    const body = `<d:propfind ${DECLARED}><d:prop>${prop}</d:prop></d:propfind>`;
    return this.request('PROPFIND', path, body, { Depth: depth, 'Content-Type': 'application/xml' });
  }

  report(path: string, root: string, content: string): Promise<DavAnswerOfTest> {
    const body = `<${root} ${DECLARED}>${content}</${root}>`;
    return this.request('REPORT', path, body, { Depth: '1', 'Content-Type': 'application/xml' });
  }

  /** Addresses of the books by their names. */
  async books(): Promise<Record<string, string>> {
    const { text } = await this.propfind('/carddav/books/', '1', 'd:resourcetype', 'd:displayname');
    return Object.fromEntries(
      responsesIn(text)
        .filter(({ found }) => typeof found.resourcetype === 'object' && 'addressbook' in found.resourcetype!)
        .map(({ href, found }) => [String(found.displayname), href]),
    );
  }

  /** Every card of a book with its tag, as a client reads it the first time or again. */
  async cards(book: string): Promise<{ href: string; etag: string; card: string }[]> {
    const { text } = await this.report(
      book,
      'c:addressbook-query',
      '<d:prop><d:getetag/><c:address-data/></d:prop><c:filter/>',
    );
    return responsesIn(text).map(({ href, found }) => ({
      href,
      etag: String(found.getetag),
      card: String(found['address-data']),
    }));
  }
}

export function responsesIn(text: string): DavResponse[] {
  const { multistatus } = PARSER.parse(text) as Parsed;
  return (multistatus.response ?? []).map(({ href, status, propstat = [] }) => {
    const propsOf = (code: string): Record<string, unknown> =>
      Object.assign({}, ...propstat.filter((one) => one.status.includes(code)).map(({ prop }) => prop || {}));
    return {
      href,
      ...(status && { status }),
      found: propsOf(' 200 '),
      missing: Object.keys(propsOf(' 404 ')),
    };
  });
}

export const syncTokenIn = (text: string): string =>
  (PARSER.parse(text) as Parsed).multistatus['sync-token'] ?? '';

/** A program of the member with a new app password. */
export const aDavClient = async (t: TestApp, school: TestSchool, member: TestMember): Promise<DavClient> =>
  new DavClient(t.url, await anAppPassword(t, school, member));
