import { createHmac } from 'node:crypto';

/** A JSON Web Token with a secret (HS256), which is what both verify by default; good for a day. */
export function webToken(claims, secret) {
  const now = Math.floor(Date.now() / 1000);
  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iat: now, exp: now + 86_400, ...claims })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
