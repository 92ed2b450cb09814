import {
  ApplicationTokens,
  createDirectoryClient,
  MemoryTokenStore,
  type Application,
  type AskForCode,
  type DirectoryClient,
  type Tokens,
} from '../../clients/typescript/src/directory-client.js';
import { anApplication, type TestApplication } from '../support/application.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { Wire } from './wire.js';

/** An application's client, and the network between it and the service. */
export class WiredApplication {
  wire!: Wire;
  store!: MemoryTokenStore;
  tokens!: ApplicationTokens;

  private constructor(
    readonly t: TestApp,
    readonly application: TestApplication,
  ) {}

  static async start(): Promise<WiredApplication> {
    const t = await startTestApp();
    return new WiredApplication(t, await anApplication(t));
  }

  /** Nobody is signed in, and nothing was sent. */
  reset(): void {
    this.wire = new Wire(this.t);
    this.store = new MemoryTokenStore();
    this.tokens = this.otherTokens();
  }

  /** As another window of the application has them, with the same store. */
  otherTokens(more: Pick<Application, 'onSessionEnded'> = {}): ApplicationTokens {
    const { clientId, clientSecret } = this.application;
    const { store, wire, t } = this;
    const given = { siteUrl: t.url, clientId, clientSecret, store, fetch: wire.fetch };
    return new ApplicationTokens({ ...given, ...more });
  }

  client(askForCode?: AskForCode, tokens: Tokens = this.tokens): DirectoryClient {
    const asking = askForCode && { askForCode };
    return createDirectoryClient({ siteUrl: this.t.url, tokens, fetch: this.wire.fetch, ...asking });
  }

  accessTokenExpires(): void {
    this.t.clock.advance(901_000);
  }

  /** Holds back the first answer of an operation until it is let go. */
  holdFirst(path: string): () => void {
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    this.wire.hold = (sent) => (sent.path === path && this.wire.to(path).length === 1 ? held : undefined);
    return letGo;
  }
}
