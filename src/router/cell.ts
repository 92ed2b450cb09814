import { z } from 'zod';

const LISTED = z.object({ site_url: z.url(), schools: z.array(z.uuid()) });
const PERSON = z.object({ account: z.boolean(), member: z.boolean(), own: z.boolean() });

export type KnownPerson = z.output<typeof PERSON>;

export type CellFault = 'does not answer' | 'refuses this CELL_TOKEN';

/** A cell that has too much to do (503) is there all the same. */
const faultOf = (status: number): CellFault | null => {
  if (status === 404) return 'refuses this CELL_TOKEN';
  return status < 500 || status === 503 ? null : 'does not answer';
};

/** Milliseconds for what a cell says of itself. */
const PATIENCE_MS = 2_000;

/** An installation behind the router, and what it has said of itself. */
export class Cell {
  /** Host names that lead to it: of its SITE_URL. */
  host = '';
  schools: ReadonlySet<string> = new Set();
  /** It has said at least once what it has. */
  hasListed = false;
  /** Requests that it is answering now. */
  inFlight = 0;
  /** Why it did not say what it has when it was asked the last time; null when it did. */
  fault: CellFault | null = 'does not answer';
  private tag = '';

  constructor(
    readonly name: string,
    /** Its address within the network of the operator. */
    readonly url: string,
    private readonly token: string,
  ) {}

  /**
   * Asks which schools are there.
   * @returns whether it is another list than before; one that cannot be had changes nothing
   */
  async refresh(): Promise<boolean> {
    try {
      const answer = await this.ask('schools', { headers: { 'If-None-Match': this.tag } });
      this.fault = faultOf(answer.status);
      if (!answer.ok) return false;
      const { site_url, schools } = LISTED.parse(await answer.json());
      this.tag = answer.headers.get('ETag') ?? '';
      this.host = new URL(site_url).host;
      this.schools = new Set(schools);
      this.hasListed = true;
      return true;
    } catch {
      this.fault = 'does not answer';
      return false;
    }
  }

  /** Whether a person with this address is known there; null when it cannot be asked. */
  findPerson(email: string): Promise<KnownPerson | null> {
    return this.find('people', inJson({ email }));
  }

  /** Whether a session that is renewed is one of there. */
  findSession(refreshToken: string): Promise<KnownPerson | null> {
    return this.find('refresh-tokens', inJson({ refresh_token: refreshToken }));
  }

  /** Whether the person of a bearer token is known there: it checks the token. @param authorization the header */
  findBearer(authorization: string): Promise<KnownPerson | null> {
    return this.find('bearer', { headers: { Authorization: authorization } });
  }

  private async find(what: string, request: CellRequest): Promise<KnownPerson | null> {
    // Once a second it is looked whether it answers again: nobody else waits for that.
    if (this.fault === 'does not answer') return null;
    try {
      const answer = await this.ask(what, request);
      return answer.ok ? PERSON.parse(await answer.json()) : null;
    } catch {
      return null;
    }
  }

  private ask(what: string, { headers, ...request }: CellRequest): Promise<Response> {
    return fetch(`${this.url}/cell/${what}`, {
      ...request,
      headers: { ...headers, 'X-Cell-Token': this.token },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  }
}

interface CellRequest {
  method?: string;
  headers: Record<string, string>;
  body?: string;
}

const inJson = (body: object): CellRequest => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});
