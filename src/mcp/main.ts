import '../platform/process/node-version.js';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Api } from './api.js';
import { EXTENDED_TOOLS } from './extended-tools.js';
import { SettingRefusedError, settingsFrom, type ToolServerSettings } from './settings.js';
import { StandardStreams } from './standard-streams.js';
import { toolServer } from './tool-server.js';
import { TOOLS } from './tools.js';

/** Serves one client over standard input and output until either ends. */
function serve({ baseUrl, token, extended }: ToolServerSettings): void {
  const api = new Api(baseUrl, token);
  const tools = extended ? [...TOOLS, ...EXTENDED_TOOLS] : TOOLS;
  // Calls may still be running that nobody waits for.
  const streams = new StandardStreams(process.stdin, process.stdout, () => process.exit());
  const connection = serveStdio(() => toolServer(tools, api), { transport: streams });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void connection.close());
}

try {
  serve(settingsFrom(process.env));
} catch (error) {
  if (!(error instanceof SettingRefusedError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
