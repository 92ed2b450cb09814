import '../platform/process/node-version.js';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Api } from './api.js';
import { SettingRefusedError, settingsFrom, type ToolServerSettings } from './settings.js';
import { StandardStreams } from './standard-streams.js';
import { toolServer } from './tool-server.js';
import { toolsOf } from './offered-tools.js';

const WHEN_SIGNED_OUT =
  'On not_authenticated or mfa_required a person has to supply a fresh token and start this server again.';

/** Serves one client over standard input and output until either ends. */
function serve({ baseUrl, token, extended }: ToolServerSettings): void {
  const [api, tools] = [new Api(baseUrl, token), toolsOf(extended)];
  // Calls may still be running that nobody waits for.
  const streams = new StandardStreams(process.stdin, process.stdout, () => process.exit());
  const connection = serveStdio(() => toolServer(tools, api, WHEN_SIGNED_OUT), { transport: streams });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void connection.close());
}

try {
  serve(settingsFrom(process.env));
} catch (error) {
  if (!(error instanceof SettingRefusedError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
