import type { Settings } from '../../platform/config/settings.js';
import { fetchJson } from '../../platform/upstream/fetch-json.js';
import { isClean } from '../../platform/storage/upload-scanner.js';
import { UpstreamError } from '../../platform/upstream/outside-call.js';
import { codeOf, failed, ok, warning, type Check } from './check.js';

const MAX_BYTES = 1_000_000;

/** @see Examination */
export async function examineWebServices(settings: Settings): Promise<Check[]> {
  return Promise.all([
    examineProvider(settings),
    examineGeocoder(settings),
    examineImages(settings),
    examineScanner(settings),
    examineCollector(settings),
  ]);
}

async function examineProvider({ outsideIssuer, upstreamTimeoutMs: deadlineMs }: Settings): Promise<Check> {
  if (!outsideIssuer) return ok('AUTH_ISSUER', 'No provider but our own.');
  const { issuer, jwksUrl } = outsideIssuer;
  const name = jwksUrl ? 'AUTH_JWKS_URL' : 'AUTH_ISSUER';
  const remedy = `Look whether ${name} is right and this machine reaches it; it has to be the address itself, not one that leads on.`;
  try {
    const url = jwksUrl ?? `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const found = (await fetchJson(new URL(url), { deadlineMs, maxBytes: MAX_BYTES })) as Record<
      string,
      unknown
    >;
    const keys = found['keys'];
    if (jwksUrl && !Array.isArray(keys)) return failed(name, 'What it answers is no set of keys.', remedy);
    if (jwksUrl && Array.isArray(keys) && keys.length === 0)
      return failed(name, 'There is no key in the set: no token of the provider can be checked.', remedy);
    if (!jwksUrl && found['issuer'] !== issuer)
      return failed(
        name,
        'The provider calls itself by another name.',
        'Write AUTH_ISSUER exactly as the provider does.',
      );
    return ok(name, 'The provider answers.');
  } catch (error) {
    return failed(name, `The provider does not answer as one (${reasonOf(error)}).`, remedy);
  }
}

async function examineGeocoder({ geocoderUrl, upstreamTimeoutMs: deadlineMs }: Settings): Promise<Check> {
  const name = 'GEOCODER_URL';
  if (!geocoderUrl) return ok(name, 'None: coordinates stay as they are imported.');
  const remedy = 'Name the base of a Nominatim-compatible service, without /search.';
  try {
    const url = new URL(`${geocoderUrl}/search?format=jsonv2&limit=1&q=London`);
    const found = await fetchJson(url, { deadlineMs, maxBytes: MAX_BYTES });
    return Array.isArray(found)
      ? ok(name, 'It answers.')
      : failed(name, 'What it answers are no places.', remedy);
  } catch (error) {
    return failed(name, `It does not answer as a geocoder (${reasonOf(error)}).`, remedy);
  }
}

async function examineImages({ imageService, upstreamTimeoutMs }: Settings): Promise<Check> {
  const name = 'IMAGE_API_URL';
  if (!imageService) return ok(name, 'None: menu cards are drawn here.');
  const { url, apiKey } = imageService;
  try {
    const response = await fetch(`${url}/models`, {
      headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
      signal: AbortSignal.timeout(upstreamTimeoutMs),
      redirect: 'error',
    });
    await response.body?.cancel();
    if (response.status === 401 || response.status === 403)
      return failed(
        'IMAGE_API_KEY',
        `The images service refuses the key (${response.status}).`,
        'Put the right one into IMAGE_API_KEY.',
      );
    if (response.status < 500) return ok(name, 'It answers.');
    return failed(name, `It answers with ${response.status}.`, 'Ask whoever runs the images service.');
  } catch (error) {
    const remedy = 'Look whether IMAGE_API_URL is right and this machine reaches it.';
    return failed(name, `It does not answer (${codeOf(error)}).`, remedy);
  }
}

/** The test file that every scanner knows (EICAR), in pieces: this file itself must not be taken for it. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

async function examineScanner({ scanUrl, upstreamTimeoutMs }: Settings): Promise<Check> {
  const name = 'ATTACHMENT_SCAN_URL';
  if (scanUrl === null) return ok(name, 'None: what people upload is looked over here, and not scanned.');
  const remedy =
    'Name an address that takes the bytes by POST and answers {"clean":true} or {"clean":false}; until it does, no upload is taken.';
  try {
    if (!(await isClean(scanUrl, Buffer.from('school-directory doctor'), upstreamTimeoutMs)))
      return failed(name, 'It takes a few plain words for harmful.', remedy);
    if (await isClean(scanUrl, Buffer.from(EICAR), upstreamTimeoutMs))
      return warning(name, 'It finds nothing in the test file that every scanner knows (EICAR).', remedy);
    return ok(name, 'It answers, and finds the test file (EICAR).');
  } catch (error) {
    return failed(name, `It does not answer as a scanner (${reasonOf(error)}).`, remedy);
  }
}

/** A warning at most: the service does without. */
async function examineCollector({ tracing, upstreamTimeoutMs }: Settings): Promise<Check> {
  const name = 'OTEL_EXPORTER_OTLP_ENDPOINT';
  if (!tracing) return ok(name, 'None: nothing is traced.');
  const remedy =
    'Name a collector that takes OTLP over HTTP (port 4318 as a rule), or nothing to trace nothing.';
  try {
    const response = await fetch(tracing.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"resourceSpans":[]}',
      signal: AbortSignal.timeout(upstreamTimeoutMs),
      redirect: 'error',
    });
    await response.body?.cancel();
    // Without the headers that the exporter sends it may well be refused.
    if (response.ok || response.status === 401 || response.status === 403) return ok(name, 'It answers.');
    return warning(name, `It does not answer as a collector (${response.status}): traces are lost.`, remedy);
  } catch (error) {
    return warning(name, `It does not answer (${codeOf(error)}): traces are lost.`, remedy);
  }
}

const reasonOf = (error: unknown): string => (error instanceof UpstreamError ? error.reason : codeOf(error));
