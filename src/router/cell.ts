import { z } from 'zod';

const LISTED = z.object({ site_url: z.url(), schools: z.array(z.uuid()) });
const PERSON = z.object({ account: z.boolean(), member: z.boolean() });

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
      const answer = await fetch(`${this.url}/cell/schools`, {
        headers: { ...this.authorization, 'If-None-Match': this.tag },
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      this.fault = faultOf(answer.status);
      if (!answer.ok) return false;
      const { site_url, schools } = LISTED.parse(await answer.json());
      this.tag = answer.headers.get('ETag') ?? '';
      this.host = new URL(site_url).host;
      this.schools = new Set(schools);
      return true;
    } catch {
      this.fault = 'does not answer';
      return false;
    }
  }

  /** Whether a person with this address is known there; null when it cannot be asked. */
  async findPerson(email: string): Promise<KnownPerson | null> {
    try {
      const answer = await fetch(`${this.url}/cell/people`, {
        method: 'POST',
        headers: { ...this.authorization, 'Content-Type': 'application/json' },
        body: JSON.stringify({ email }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      return answer.ok ? PERSON.parse(await answer.json()) : null;
    } catch {
      return null;
    }
  }

  private get authorization(): { Authorization: string } {
    return { Authorization: `Bearer ${this.token}` };
  }
}
