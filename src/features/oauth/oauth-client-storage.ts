import type { Adapter, AdapterPayload, ClientAuthMethod } from 'oidc-provider';
import type { SigningAlgorithm } from '../../platform/auth/signing-keys.js';
import { oneAfterAnother } from './oauth-request.js';
import type { OauthApplication } from './oauth-application.js';
import type { OauthRepository } from './oauth.repository.js';

/** Not by a form: the policy of our pages lets none out. */
export const RESPONSE_MODES = ['query', 'fragment'] as const;

/** Applications are the operator's: the library reads them. */
export class ClientStorage implements Adapter {
  constructor(
    private readonly repository: OauthRepository,
    private readonly library: { algorithm: SigningAlgorithm; site: string },
  ) {}

  async find(id: string): Promise<AdapterPayload | undefined> {
    const application = await oneAfterAnother(() => this.repository.findApplication(id));
    return application ? metadataOf(application, this.library) : undefined;
  }

  upsert = nothing;
  consume = nothing;
  destroy = nothing;
  revokeByGrantId = nothing;
  findByUid = none;
  findByUserCode = none;
}

/** Stands for calls of the storage that the library never makes for clients. */
export function nothing(): Promise<void> {
  return Promise.resolve();
}

export function none(): Promise<undefined> {
  return Promise.resolve(undefined);
}

/** RFC 7591, section 2. */
function metadataOf(
  application: OauthApplication,
  { algorithm, site }: { algorithm: SigningAlgorithm; site: string },
): AdapterPayload {
  const { clientId, name, secretHash, isNative, usesDeviceCode } = application;
  // A path is on the service itself, wherever that is.
  const redirectUris = application.redirectUris.map((uri) => (uri.startsWith('/') ? site + uri : uri));
  const method: ClientAuthMethod = secretHash === null ? 'none' : 'client_secret_basic';
  const hasRedirects = redirectUris.length > 0;
  return {
    client_id: clientId,
    client_name: name,
    // The library gets the digest of the secret, which `compareClientSecret` compares.
    ...(secretHash !== null && { client_secret: secretHash }),
    token_endpoint_auth_method: method,
    application_type: isNative || usesDeviceCode ? 'native' : 'web',
    redirect_uris: redirectUris,
    post_logout_redirect_uris: redirectUris,
    response_types: hasRedirects ? ['code'] : [],
    response_modes: [...RESPONSE_MODES],
    grant_types: [
      ...(hasRedirects ? ['authorization_code'] : []),
      ...(usesDeviceCode ? ['urn:ietf:params:oauth:grant-type:device_code'] : []),
      'refresh_token',
    ],
    id_token_signed_response_alg: algorithm,
  };
}
