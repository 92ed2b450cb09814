/** An application as the authorization server knows it. */
export interface OauthApplication {
  id: string;
  /** The id, or the address of its document. */
  clientId: string;
  name: string;
  secretHash: string | null;
  isNative: boolean;
  usesDeviceCode: boolean;
  /** Paths are below SITE_URL. */
  redirectUris: string[];
}
