import { generateKeyPairSync, randomUUID, type JsonWebKey } from 'node:crypto';
import type { Server } from 'node:http';
import Provider from 'oidc-provider';
import { freePort } from '../processes/free-port.js';

export const AUDIENCE = 'https://directory.example.org/api';

const signingKey = (): JsonWebKey & { kid: string } => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  kid: randomUUID(),
  alg: 'RS256',
  use: 'sig',
});

/** A real OpenID Connect provider on loopback, whose address survives a change of its keys and an outage. */
export class OutsideProvider {
  private server: Server | null = null;
  private claims: Record<string, unknown> = {};
  private subject = '';
  private provider: Provider | null = null;
  private port = 0;
  private keys = [signingKey()];

  get issuer(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const { createServer } = await import('node:http');
    this.server = createServer((request, response) => void this.provider?.callback()(request, response));
    this.port ||= await freePort();
    await new Promise<void>((resolve) => this.server?.listen(this.port, '127.0.0.1', resolve));
    this.configure();
  }

  async stop(): Promise<void> {
    const { server } = this;
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
  }

  /** From now on another key signs; the old one is no longer published. */
  rotateKey(): void {
    this.keys = [signingKey()];
    this.configure();
  }

  /**
   * An access token (RFC 9068) that the provider itself makes, with these claims about the person.
   * @param subject whom it knows them as; without it everybody with another address is another one
   */
  async token(
    claims: Record<string, unknown>,
    audience = AUDIENCE,
    subject = `subject of ${String(claims['email'])}`,
  ): Promise<string> {
    this.claims = claims;
    this.subject = subject;
    const answer = await fetch(`${this.issuer}/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa('app:secret')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', resource: audience }),
    });
    const { access_token: token } = (await answer.json()) as { access_token?: string };
    if (!token) throw new Error(`The provider gave no token: ${answer.status}`);
    return token;
  }

  private configure(): void {
    this.provider = new Provider(this.issuer, {
      jwks: { keys: this.keys },
      clients: [
        {
          client_id: 'app',
          client_secret: 'secret',
          grant_types: ['client_credentials'],
          redirect_uris: [],
          response_types: [],
        },
      ],
      features: {
        devInteractions: { enabled: false },
        clientCredentials: { enabled: true },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: (_context: unknown, audience: string) => ({
            scope: '',
            audience,
            accessTokenTTL: 7200,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'RS256' } },
          }),
        },
      },
      extraTokenClaims: () => this.claims,
      // In this grant the client would be the subject.
      formats: {
        customizers: { jwt: (_context, _token, { payload }) => void (payload.sub = this.subject) },
      },
    });
  }
}
