export interface ToolServerSettings {
  /** {base_url}: the site address with /api/v1. */
  baseUrl: string;
  /** Access token of one user; never part of a message. */
  token: string;
  /** Offers the additive tools as well. */
  extended: boolean;
}

/** Its message is one line that names the variable and never quotes a value. */
export class SettingRefusedError extends Error {}

const DEFAULT_SITE = 'http://localhost:3000';
const BARE_SITE = /^https?:\/\/[^/?#@\\\s]+\/?$/i;
/** The form of a token in a header (RFC 6750). */
const BEARER_TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;
const LOCAL_HOST = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Settings from the environment (specification section 4, contract section 12); an empty value is none.
 * @throws SettingRefusedError
 */
export function settingsFrom(environment: NodeJS.ProcessEnv): ToolServerSettings {
  return {
    token: tokenFrom(environment.API_TOKEN?.trim()),
    baseUrl: `${siteFrom(environment, 'API_BASE_URL')}/api/v1`,
    extended: extendedFrom(environment.API_TOOLS?.trim()),
  };
}

function tokenFrom(value: string | undefined): string {
  if (!value) throw new SettingRefusedError('API_TOKEN is required: an access token of the user.');
  if (!BEARER_TOKEN.test(value)) throw new SettingRefusedError('API_TOKEN should be an access token alone.');
  return value;
}

/**
 * The bare address. The host is judged as it will be connected to: `127.1` is 127.0.0.1.
 * @param name of the setting, for what is said when it is refused
 * @throws SettingRefusedError
 */
export function siteFrom(given: Record<string, string | undefined>, name: string): string {
  const value = given[name]?.trim() || DEFAULT_SITE;
  if (!BARE_SITE.test(value) || !URL.canParse(value)) {
    throw new SettingRefusedError(
      `${name} should be a bare site address such as https://directory.example.org: no path, query or credentials.`,
    );
  }
  const { protocol, hostname, origin } = new URL(value);
  if (protocol === 'http:' && !LOCAL_HOST.test(hostname)) {
    throw new SettingRefusedError(`${name} should use https; only localhost may use http.`);
  }
  return origin;
}

function extendedFrom(value: string | undefined): boolean {
  if (!value) return false;
  if (value !== 'extended') throw new SettingRefusedError('API_TOOLS should be "extended", or not be set.');
  return true;
}
