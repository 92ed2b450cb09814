import '../platform/process/node-version.js';
import { parseArgs } from 'node:util';
import { DeviceSignIn, type DeviceCode, SignInFailedError } from './device-sign-in.js';
import { SettingRefusedError, siteFrom } from './settings.js';

/** Every directory knows this command by it (`src/features/oauth/applications.repository.ts`). */
const CLIENT_ID = '5c400100-0000-4000-8000-000000000002';

const HELP = `Usage: school-directory-login [--site URL]

Signs you in to a school directory, in a browser on this or any other device,
and prints your access token. Nothing else goes to standard output:

  API_TOKEN=$(school-directory-login --site https://directory.example.org)

  --site URL  address of the directory (else API_BASE_URL, else
              http://localhost:3000)
  --help      this text

Ends with 0 when you are signed in, 1 when not, 2 for wrong usage, and 130
when it was interrupted.
`;

const print = (text: string): boolean => process.stderr.write(`${text}\n`);

/** @returns the address of the directory; null where the help was asked for */
function siteGiven(): string | null {
  const { values } = parseArgs({ options: { site: { type: 'string' }, help: { type: 'boolean' } } });
  if (values.help) return null;
  return values.site === undefined
    ? siteFrom(process.env, 'API_BASE_URL')
    : siteFrom({ '--site': values.site }, '--site');
}

function show({
  verification_uri: page,
  verification_uri_complete,
  user_code,
  expires_in,
}: DeviceCode): void {
  print(`Open this page in a browser, sign in and confirm:

  ${verification_uri_complete ?? page}

It shows the code ${user_code}. Waiting for up to ${Math.round(expires_in / 60)} minutes …`);
}

/** @returns the exit status */
async function login(site: string): Promise<number> {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => interrupted.abort());
  const signIn = new DeviceSignIn(site, CLIENT_ID, interrupted.signal);
  try {
    const code = await signIn.begin();
    show(code);
    const { access_token: token, expires_in } = await signIn.finish(code);
    print(`Signed in. The token is good for ${Math.round(expires_in / 60)} minutes.`);
    process.stdout.write(`${token}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof SignInFailedError)) throw error;
    print(interrupted.signal.aborted ? '\nInterrupted: nobody was signed in.' : error.message);
    return interrupted.signal.aborted ? 130 : 1;
  }
}

try {
  const site = siteGiven();
  if (site === null) process.stdout.write(HELP);
  else process.exitCode = await login(site);
} catch (error) {
  const isUsage =
    error instanceof SettingRefusedError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  if (!isUsage) throw error;
  print((error as Error).message);
  process.exitCode = 2;
}
