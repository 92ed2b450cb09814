/** By what a request is led to a cell. */
export type Way =
  /** Of the router itself, or of nobody. */
  | { by: 'nothing' }
  | { by: 'school'; schoolId: string }
  /** A secret that one cell knows: of a feed, a link in a mail, an address book. */
  | { by: 'secret' }
  /** A password, or a refresh token, in the body. */
  | { by: 'sign-in' }
  /** The person whose bearer token it is. */
  | { by: 'person' }
  /** The name of the host: pages of accounts, and the documentation. */
  | { by: 'host' };

const SCHOOL = /^\/(?:api\/v\d+\/)?schools\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/|$)/i;
const SCHOOL_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const SECRETS = /^\/(?:api\/(?:calendar|menus)\/subscribe|api\/mail|api\/menu-images|answer|carddav)(?:\/|$)/;
const API = /^\/(?:api\/v\d+\/|mcp$)/;
/** What cells tell the router is for nobody else. */
const OF_THE_ROUTER = /^\/cell(?:\/|$)/i;

/**
 * The way of a request.
 * @param url its target, of which no more than 192 kB come
 */
export function wayOf(method: string, url: string): Way {
  const [path = '', query = ''] = url.split('?', 2);
  if (OF_THE_ROUTER.test(path)) return { by: 'nothing' };
  const schoolId = SCHOOL.exec(path)?.[1] ?? new URLSearchParams(query).get('schoolId') ?? '';
  if (SCHOOL_ID.test(schoolId)) return { by: 'school', schoolId: schoolId.toLowerCase() };
  if (SECRETS.test(path)) return { by: 'secret' };
  if (method === 'POST' && /^\/api\/v\d+\/auth\/token$/.test(path)) return { by: 'sign-in' };
  return API.test(path) ? { by: 'person' } : { by: 'host' };
}
