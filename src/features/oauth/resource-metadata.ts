import type { Settings } from '../../platform/config/settings.js';
import { API_SCOPE } from './oauth-grants.js';

/** Metadata of a protected resource (RFC 9728, section 2). */
export interface ResourceMetadata {
  resource: string;
  /** Issuers whose tokens are taken, our own first. */
  authorization_servers: string[];
  bearer_methods_supported: ['header'];
  scopes_supported: string[];
  resource_name: string;
  resource_documentation: string;
}

/** @param path of the resource behind `SITE_URL`, without a slash at its end */
export const resourceMetadata = (
  { siteUrl, outsideIssuer }: Pick<Settings, 'siteUrl' | 'outsideIssuer'>,
  path: string,
): ResourceMetadata => ({
  resource: `${siteUrl}${path}`,
  authorization_servers: [siteUrl, ...(outsideIssuer ? [outsideIssuer.issuer] : [])],
  bearer_methods_supported: ['header'],
  scopes_supported: [API_SCOPE, 'offline_access'],
  resource_name: 'School Directory',
  resource_documentation: `${siteUrl}/docs`,
});
