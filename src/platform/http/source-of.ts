const GROUPS = 8;
/** Characters: a proxy may write anything in the place of an address, as long as a head may be. */
const MAX_LENGTH = 100;
const MAPPED_IPV4 = '0:0:0:0:0:ffff';

/**
 * The source that limits count by: an IPv4 address, or the /64 of an IPv6 one, within which a single line chooses its
 * address freely (RFC 4291 §2.5.4). A port behind it, or IPv4 written within IPv6, as proxies do, makes no other source.
 */
export function sourceOf(address: string | undefined): string {
  const bare = withoutPort((address ?? '').slice(0, MAX_LENGTH).trim().toLowerCase());
  if (!bare.includes(':')) return bare;
  const groups = groupsOf(bare);
  if (groups.slice(0, 6).join(':') !== MAPPED_IPV4) return `${groups.slice(0, 4).join(':')}::/64`;
  return groups
    .slice(6)
    .flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 0xff])
    .join('.');
}

/** The address of `a.b.c.d:port` and `[v6]:port` (RFC 3986 §3.2.2), without the zone (RFC 4007 §11). */
// Bounded: 100 characters (MAX_LENGTH).
const withoutPort = (address: string): string =>
  address
    .replace(/^\[(.*)\](:\d*)?$/, '$1')
    .replace(/(\.\d+):\d*$/, '$1')
    .replace(/%.*$/, '');

/** All eight, in the shortest spelling: `::` written out, an IPv4 tail as two. */
function groupsOf(address: string): string[] {
  // Bounded: 100 characters (MAX_LENGTH).
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a, b, c, d] = bytes.slice(0, 4).map(Number) as [number, number, number, number];
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = [], tail = []] = hex.split('::').map((side) => side.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(0, GROUPS - head.length - tail.length)).fill('0');
  return [...head, ...zeros, ...tail].map((group) => group.replace(/^0+(?=.)/, ''));
}
