/** The most hosts that one address may name: each of them is asked for every new connection. */
const MAX_HOSTS = 10;

/** A name or an address of version 4; or one of version 6, in brackets. With a port or without. */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** Ways to ask for the server that takes writes. */
const WRITABLE = ['read-write', 'primary'];

export const SEVERAL_HOSTS =
  'postgres://user:password@one:5432,two:5432/school?target_session_attrs=read-write';

export interface DatabaseAddress {
  /** One address for each host, as node-postgres takes it, in the order given. */
  urls: string[];
  /** Whether the host that takes writes has to be found: several are named, or `target_session_attrs` asks for it. */
  findsWritable: boolean;
}

/** What the value should be instead, never with a part of it: it may hold a password. Null: it can be used. */
export function faultOfDatabaseAddress(value: string): string | null {
  const { hosts, query } = partsOf(value);
  const { target_session_attrs: wanted, host } = parametersOf(query);
  if (host?.includes(',')) return `an address with its hosts before the path, as in ${SEVERAL_HOSTS}`;
  if (hosts.length > MAX_HOSTS) return `an address of at most ${MAX_HOSTS} hosts`;
  if (hosts.length > 1 && !hosts.every((each) => isHost(each)))
    return `an address whose hosts are names or IP addresses, each with a port or without, as in ${SEVERAL_HOSTS}`;
  if (wanted !== undefined && !WRITABLE.includes(wanted))
    return 'an address with target_session_attrs=read-write, or without it: the service writes';
  const isReadable = databaseAddress(value).urls.every(
    (url) => URL.canParse(url) && ['postgres:', 'postgresql:'].includes(new URL(url).protocol),
  );
  return isReadable ? null : 'an address that begins with postgres:// or postgresql://';
}

/** Reads an address that has no fault. */
export function databaseAddress(value: string): DatabaseAddress {
  const { start, hosts, path, query } = partsOf(value);
  const findsWritable = hosts.length > 1 || parametersOf(query).target_session_attrs !== undefined;
  if (!findsWritable) return { urls: [value], findsWritable };
  const rest = query.split('&').filter((one) => one && !one.startsWith('target_session_attrs='));
  const end = path + (rest.length > 0 ? `?${rest.join('&')}` : '');
  return { urls: hosts.map((host) => start + host + end), findsWritable };
}

/** The same servers, and another database of theirs. */
export function withDatabaseName(value: string, name: string): string {
  const { start, hosts, query } = partsOf(value);
  return `${start}${hosts.join(',')}/${name}${query && `?${query}`}`;
}

interface Parts {
  /** Scheme, and user and password with their `@`. */
  start: string;
  hosts: string[];
  /** With its slash; empty where there is none. */
  path: string;
  query: string;
}

/** PostgreSQL manual, "Connection URIs". */
function partsOf(value: string): Parts {
  const [beforeQuery = '', query = ''] = splitAt(value, '?');
  const begin = beforeQuery.indexOf('://') + '://'.length;
  const slash = beforeQuery.indexOf('/', begin);
  const end = slash < 0 ? beforeQuery.length : slash;
  const start = Math.max(begin, beforeQuery.lastIndexOf('@', end) + 1);
  return {
    start: beforeQuery.slice(0, start),
    hosts: beforeQuery.slice(start, end).split(','),
    path: beforeQuery.slice(end),
    query,
  };
}

function splitAt(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function isHost(text: string): boolean {
  const [, , port] = HOST.exec(text) ?? [];
  return HOST.test(text) && (port === undefined || Number(port.slice(1)) <= 65_535);
}

const parametersOf = (query: string): Record<string, string | undefined> =>
  Object.fromEntries(new URLSearchParams(query));
