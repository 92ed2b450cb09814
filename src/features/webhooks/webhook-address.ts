import { invalidField } from '../../platform/errors/app-error.js';
import { isAddressHost } from '../../platform/upstream/public-address.js';

/** Where a webhook may be with `WEBHOOK_ALLOW_LOOPBACK`, besides. */
const LOOPBACK = '127.0.0.1';

/**
 * The address as it is stored. What the name leads to is looked at with each delivery.
 * @throws ValidationFailedError it is not https, or no name of the public internet
 */
export function webhookAddress(text: string, isLoopbackAllowed: boolean): string {
  const url = URL.parse(text);
  if (!url) throw invalidField('url', 'url must be an address, such as https://app.example.org/hook');
  if (url.username || url.password || url.hash)
    throw invalidField('url', 'url must have no user, password or fragment');
  if (isLoopbackAllowed && url.hostname === LOOPBACK) return url.href;
  if (url.protocol !== 'https:') throw invalidField('url', 'url must begin with https://');
  if (!isPublicName(url.hostname))
    throw invalidField('url', 'url must have a name of the public internet, and not an IP address');
  return url.href;
}

/** The parser has made one notation of all that a number can be written in: 0x7f.1 is 127.0.0.1 by now. */
function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return !isAddressHost(name) && name.includes('.') && !name.endsWith('.localhost');
}
