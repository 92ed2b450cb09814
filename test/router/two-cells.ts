import { Cell } from '../../src/router/cell.js';
import { serveRouter } from '../../src/router/router-server.js';
import { SchoolMap } from '../../src/router/school-map.js';
import type { AppSettings } from '../../src/platform/config/settings.js';
import { ApiClient } from '../support/api-client.js';
import { freePort } from '../support/processes/free-port.js';
import { startTestApp, type TestApp, testSigningKey } from '../support/test-app.js';

export const CELL_TOKEN = 'sesame'.repeat(6);

/** The router in front of two installations, with their clients' address. */
export class TwoCells {
  private constructor(
    readonly a: TestApp,
    readonly b: TestApp,
    readonly schools: SchoolMap,
    readonly url: string,
    private readonly stopRouter: () => Promise<void>,
  ) {}

  static async start(overrides: Partial<AppSettings> = {}): Promise<TwoCells> {
    // In one process all share what checks tokens; each has sessions of its own.
    const signingKey = testSigningKey();
    const cellOf = (name: string) =>
      startTestApp({
        signingKey,
        ...{ cellToken: CELL_TOKEN, siteUrl: `http://${name}.school.example`, trustProxy: 1 },
        ...overrides,
      });
    const [a, b] = [await cellOf('a'), await cellOf('b')];
    const schools = new SchoolMap([new Cell('a', a.url, CELL_TOKEN), new Cell('b', b.url, CELL_TOKEN)]);
    const port = await freePort();
    const stop = await serveRouter(schools, { host: '127.0.0.1', port, trustProxy: false });
    return new TwoCells(a, b, schools, `http://127.0.0.1:${port}`, stop);
  }

  /** The API by the address of the router. */
  get api(): ApiClient {
    return new ApiClient(this.url);
  }

  async close(): Promise<void> {
    await this.stopRouter();
    for (const cell of [this.a, this.b]) await cell.close();
  }
}
