import {
  createDirectoryClient,
  PublicClientTokens,
  type DirectoryClient,
  type PublicTokens,
  type Store,
} from '../../src/directory-client.js';

/*
 * An app on a telephone (RFC 8252). Registered once by the operator:
 *   client create --name 'Our app' --public --native --redirect-uri org.example.school:/signed-in
 */

/** What the platform gives, by whatever name. */
export interface Platform {
  /** The system's own browser in a window of the app; never a web view, which could read along. */
  openInBrowser(address: string): Promise<void>;
  /** The next address with the app's scheme that is opened. */
  nextAddress(): Promise<string>;
  /** Keychain or Keystore. */
  secureStore: Store<PublicTokens>;
}

export class DirectoryApp {
  private readonly siteUrl = 'https://directory.example.org';
  private readonly tokens: PublicClientTokens;
  readonly api: DirectoryClient;

  constructor(private readonly platform: Platform) {
    this.tokens = new PublicClientTokens({
      siteUrl: this.siteUrl,
      clientId: '00000000-0000-4000-8000-000000000000',
      redirectUri: 'org.example.school:/signed-in',
      store: platform.secureStore,
    });
    this.api = createDirectoryClient({ siteUrl: this.siteUrl, tokens: this.tokens });
  }

  async signIn(): Promise<void> {
    const answer = this.platform.nextAddress();
    await this.platform.openInBrowser(await this.tokens.begin());
    await this.tokens.complete(await answer);
  }

  signOut(): Promise<void> {
    return this.tokens.signOut();
  }
}
