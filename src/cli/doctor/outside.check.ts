import { request as httpsRequest, Agent } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { Clock } from '../../platform/clock/clock.js';
import type { Settings } from '../../platform/config/settings.js';
import { codeOf, failed, ok, warning, type Check } from './check.js';

const NAME = 'SITE_URL';
/** Bytes of a photo or a document, at most. */
const FILE_BYTES = 10 * 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Days that a certificate has to be good for: what renews it by itself does so earlier. */
const ENOUGH_DAYS = 14;
const MAX_ANSWER = 64 * 1024;

interface Answer {
  status: number;
  body: string;
  /** The end of the certificate (UTC). */
  validTo: Date;
}

/**
 * Examines the service as families reach it: by its name, its certificate and its proxy. A site without https has no checks.
 */
export async function examineFromOutside({ siteUrl, upstreamTimeoutMs }: Settings): Promise<Check[]> {
  if (new URL(siteUrl).protocol !== 'https:') return [];
  const agent = new Agent({ maxSockets: 1 });
  try {
    const answer = await asked(new URL('/healthz', siteUrl), upstreamTimeoutMs, agent);
    const checks = [judgeCertificate(answer.validTo), judgeAnswer(answer)];
    if (checks.some(({ status }) => status === 'failed')) return checks;
    return [...checks, await judgeBodies(siteUrl, upstreamTimeoutMs, agent)];
  } catch (error) {
    return [judgeWay(codeOf(error), new URL(siteUrl).hostname)];
  } finally {
    agent.destroy();
  }
}

function judgeWay(code: string, host: string): Check {
  if (code === 'EAI_AGAIN')
    return warning(
      NAME,
      `Nobody who knows names answers this machine (${code}).`,
      'Look at its DNS servers, and ask again.',
    );
  if (code === 'ENOTFOUND')
    return failed(
      NAME,
      `There is no host of the name ${host} (${code}).`,
      'Correct SITE_URL, or let the name lead to the proxy by a DNS record.',
    );
  if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME|ERR_TLS|ERR_SSL|EPROTO/.test(code))
    return failed(
      NAME,
      `Browsers refuse the certificate or the encryption there (${code}).`,
      'Let the proxy show a certificate for this name that is not over, with all of its chain; one of an authority of your own has to be in NODE_EXTRA_CA_CERTS here.',
    );
  return failed(
    NAME,
    `Nobody answers there (${code}).`,
    'Start the proxy, open its port, and look whether this machine may reach its own outside address.',
  );
}

function judgeCertificate(validTo: Date): Check {
  const days = Math.floor((validTo.getTime() - new Clock().now().getTime()) / DAY_MS);
  const message = `The certificate is good for ${days} days.`;
  if (days >= ENOUGH_DAYS) return ok(NAME, message);
  return warning(NAME, message, 'Renew it, and look why nothing has renewed it by itself.');
}

function judgeAnswer({ status, body }: Answer): Check {
  if (status === 200 && body.replaceAll(' ', '') === '{"status":"ok"}')
    return ok(NAME, 'The service answers through the proxy.');
  if (status >= 502 && status <= 504)
    return failed(
      NAME,
      `The proxy answers, and reaches no service (${status}).`,
      'Start the service, and let the proxy lead to its HOST and PORT.',
    );
  return failed(
    NAME,
    `Something else than the service answers at /healthz (${status}).`,
    'Let the proxy lead all paths of this name to the service, unchanged, or correct SITE_URL.',
  );
}

/** Announced, and not sent: a proxy that takes no such file says so at once. */
async function judgeBodies(siteUrl: string, deadlineMs: number, agent: Agent): Promise<Check> {
  const status = await announced(new URL('/storage/doctor', siteUrl), deadlineMs, agent).catch(() => null);
  if (status === 413)
    return failed(
      NAME,
      'The proxy refuses files of 10 MB (413).',
      'Let it take bodies of 12 MB: client_max_body_size 12m in nginx, nginx.ingress.kubernetes.io/proxy-body-size: 12m at an ingress.',
    );
  if (status === null)
    return warning(
      NAME,
      'Whether the proxy takes files of 10 MB could not be found out.',
      'Look whether it lets a body of 12 MB through, and ask again.',
    );
  return ok(NAME, 'The proxy takes files of 10 MB.');
}

function asked(url: URL, deadlineMs: number, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(deadlineMs);
    const request = httpsRequest(url, { agent, signal }, (response) => {
      const { valid_to: validTo } = (response.socket as TLSSocket).getPeerCertificate();
      text(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, body, validTo: new Date(validTo) }),
        reject,
      );
    });
    request.once('error', reject).end();
  });
}

async function text(response: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of response.setEncoding('utf8')) {
    body += String(chunk);
    if (body.length > MAX_ANSWER) break;
  }
  return body;
}

/** @returns the status of a refusal, or 100 where the body may come */
function announced(url: URL, deadlineMs: number, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-length': FILE_BYTES, expect: '100-continue', 'content-type': 'image/png' };
    const signal = AbortSignal.timeout(deadlineMs);
    const request = httpsRequest(url, { agent, signal, method: 'PUT', headers }, (response) => {
      resolve(response.statusCode ?? 0);
      request.destroy();
    });
    request.once('continue', () => {
      resolve(100);
      request.destroy();
    });
    request.once('error', reject);
    request.flushHeaders();
  });
}
