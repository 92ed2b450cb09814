import dns from 'node:dns/promises';
import { BlockList, isIP, isIPv4, isIPv6, type LookupFunction } from 'node:net';
import { UpstreamError } from './outside-call.js';

/** IANA IPv4 Special-Purpose Address Registry (RFC 6890), multicast and what is reserved. */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** Within 2000::/3, outside of which no address is public: protocols, documentation, and IPv4 in disguise. */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const special = listOf([...SPECIAL_V4, ...SPECIAL_V6]);
const global = listOf(['2000::/3']);

/** How long a name server may be silent before it is asked once more. */
const SILENCE_MS = 2_000;

/** Whether an IP address is one of the public internet; false for what is none. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  return isIPv6(address) && global.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/** Whether the host of a URL is an address and no name. */
export const isAddressHost = (hostname: string): boolean => hostname.startsWith('[') || isIP(hostname) !== 0;

/**
 * For the socket itself: the address that was looked at is the one that is connected to, whatever the name says a moment
 * later. Name servers alone are asked: the system's own lookup takes one of few threads for as long as a name server is silent,
 * and files and passwords wait for those, too.
 * @throws UpstreamError (to the callback) when the name has an address that is not public, or none
 */
export const resolvePublic: LookupFunction = (host, { all }, done) => {
  const resolver = new dns.Resolver({ timeout: SILENCE_MS, tries: 2 });
  resolver.setServers(dns.getServers());
  void Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]).then((answers) => {
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const found = addresses.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
    const [first] = found;
    if (!first) return done(new UpstreamError('unreachable'), '');
    if (!addresses.every(isPublicAddress)) return done(new UpstreamError('private_address'), '');
    if (all) done(null, found);
    else done(null, first.address, first.family);
  });
};

function listOf(ranges: string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), isIPv4(network) ? 'ipv4' : 'ipv6');
  }
  return list;
}
