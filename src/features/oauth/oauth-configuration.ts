import type { Configuration, errors } from 'oidc-provider';
import type { SigningKeys } from '../../platform/auth/signing-keys.js';
import { TOKEN_AUDIENCE } from './tokens/access-token.js';
import { ACCESS_TTL, REFRESH_TTL } from './tokens/token-pairs.service.js';
import type { OauthStorage } from './oauth-storage.repository.js';
import { API_SCOPE, isOriginOf, loadGrant, withApiScope, resourcesOf } from './oauth-grants.js';
import { devicePages, errorPage, signOutPages } from './oauth-pages.js';

/** Where the library answers; `SITE_URL` comes before it, whatever Host a request has. */
export const OAUTH_ROUTES = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  pushed_authorization_request: '/oauth/par',
  device_authorization: '/oauth/device',
  end_session: '/oauth/sign-out',
  code_verification: '/device',
  jwks: '/.well-known/jwks.json',
} as const;

/** A neighbour of the same domain can set none with such a prefix (RFC 6265bis, section 4.1.3). */
export const cookieNames = (isSecure: boolean) => ({
  session: isSecure ? '__Host-oauth-session' : 'oauth_session',
  // They have paths of their own.
  interaction: isSecure ? '__Secure-oauth-interaction' : 'oauth_interaction',
  resume: isSecure ? '__Secure-oauth-resume' : 'oauth_resume',
});

/** The library is loaded when it is needed. */
type LibraryErrors = typeof errors;

/** Seconds. */
const TTL = {
  AccessToken: ACCESS_TTL,
  AuthorizationCode: 60,
  DeviceCode: 600,
  Grant: REFRESH_TTL,
  IdToken: ACCESS_TTL,
  Interaction: 3600,
  RefreshToken: REFRESH_TTL,
  Session: 12 * 3600,
};

/** The configuration of the library: the standards that are spoken here, and how (contract section 17). */
export function oauthConfiguration(
  storage: OauthStorage,
  keys: SigningKeys,
  { isSecure, errors, site }: { isSecure: boolean; errors: LibraryErrors; site: string },
): Configuration {
  const { algorithm, kid, privateKey } = keys.current;
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid, alg: algorithm, use: 'sig' };
  return {
    discovery: { client_id_metadata_document_supported: true },
    jwks: { keys: [jwk] },
    routes: OAUTH_ROUTES,
    ...scopesAndClaims(storage),
    responseTypes: ['code'],
    pkce: { required: () => true },
    clientAuthMethods: ['none', 'client_secret_basic'],
    clientBasedCORS: (_ctx, origin, client) => isOriginOf(client, origin),
    clientDefaults: { id_token_signed_response_alg: algorithm },
    enabledJWA: { idTokenSigningAlgValues: [algorithm] },
    allowOmittingSingleRegisteredRedirectUri: false,
    cookies: cookies(isSecure),
    ttl: TTL,
    interactions: { url: (_ctx, { uid }) => `/sign-in/${uid}` },
    renderError: errorPage,
    ...sessions(storage),
    features: features(algorithm, errors, new Set(resourcesOf(site))),
  };
}

const scopesAndClaims = ({ repository }: OauthStorage): Configuration => ({
  scopes: ['openid', 'offline_access', API_SCOPE],
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  // There is no userinfo: what a scope gives stands in the ID token.
  conformIdTokenClaims: false,
  extraParams: { scope: withApiScope },
  findAccount: async (_ctx, accountId) => {
    const account = await repository.findAccount(accountId);
    if (!account) return undefined;
    const { email, verified } = account;
    return { accountId, claims: () => ({ sub: accountId, email, email_verified: verified }) };
  },
});

/** A grant is a session: it is named in the access token, and lives on when the browser's is over. */
const sessions = ({ clock }: OauthStorage): Configuration => ({
  loadExistingGrant: loadGrant,
  expiresWithSession: () => false,
  rotateRefreshToken: true,
  issueRefreshToken: (_ctx, client, source) =>
    client.grantTypeAllowed('refresh_token') && source.scopes.has('offline_access'),
  extraTokenClaims: (_ctx, token) => ({ sid: 'grantId' in token ? token.grantId : undefined }),
  formats: {
    customizers: {
      // The library knows the machine's clock alone.
      jwt: (_ctx, _token, { payload }) => {
        const iat = Math.floor(clock.now().getTime() / 1000);
        Object.assign(payload, { iat, exp: iat + ACCESS_TTL });
        return undefined;
      },
    },
  },
});

/** Their values are random and looked up: a signature would add nothing. */
function cookies(secure: boolean): Configuration['cookies'] {
  const options = { httpOnly: true, sameSite: 'lax', secure, signed: false } as const;
  return {
    names: cookieNames(secure),
    long: options,
    short: options,
  };
}

const features = (
  algorithm: SigningKeys['current']['algorithm'],
  { InvalidTarget }: LibraryErrors,
  resources: ReadonlySet<string>,
): Configuration['features'] => ({
  devInteractions: { enabled: false },
  userinfo: { enabled: false },
  revocation: {
    enabled: true,
    allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
  },
  pushedAuthorizationRequests: { enabled: true },
  rpInitiatedLogout: { enabled: true, ...signOutPages },
  deviceFlow: { enabled: true, mask: '****-****', deviceInfo: () => ({}), ...devicePages },
  resourceIndicators: {
    enabled: true,
    defaultResource: () => TOKEN_AUDIENCE,
    useGrantedResource: () => true,
    getResourceServerInfo: (_ctx, resource) => {
      if (!resources.has(resource)) throw new InvalidTarget();
      return {
        scope: API_SCOPE,
        audience: TOKEN_AUDIENCE,
        accessTokenTTL: ACCESS_TTL,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: algorithm } },
      };
    },
  },
});
