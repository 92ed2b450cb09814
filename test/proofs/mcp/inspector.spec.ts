import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startPhotoApp, type PhotoApp } from '../../support/files/photo-app.js';
import { TOOL_SERVER } from '../../support/processes/tool-server.js';
import { aFamily, type Family } from '../../mcp/a-family.js';
import { addressOf, argumentsOf, SPECIFIED } from '../../mcp/operations.js';

/** The official inspector: the program of this name on the PATH, or the one that is named. */
const INSPECTOR = process.env.MCP_INSPECTOR ?? 'mcp-inspector';
const isInstalled = spawnSync(INSPECTOR, ['--cli', '--version']).status === 0;
if (!isInstalled) {
  process.stderr.write(
    'Skipped: the tools as the inspector sees them need mcp-inspector (npm install --global @modelcontextprotocol/inspector), or MCP_INSPECTOR\n',
  );
}

const run = promisify(execFile);

(isInstalled ? describe : describe.skip)('the official inspector, on the command line', () => {
  let app: PhotoApp;
  let family: Family;
  beforeAll(async () => {
    app = await startPhotoApp();
    family = await aFamily(app);
    app.t.clock.stopAt(app.t.clock.now().toISOString());
  });
  afterAll(() => app.close());

  async function inspect(...asked: string[]): Promise<{ [more: string]: unknown }> {
    const env = ['-e', `API_TOKEN=${family.mother.token}`, '-e', `API_BASE_URL=${app.t.url}`];
    const server = [TOOL_SERVER.command, ...TOOL_SERVER.args];
    const { stdout } = await run(INSPECTOR, ['--cli', ...env, ...asked, ...server], { maxBuffer: 2 ** 24 });
    return JSON.parse(stdout) as { [more: string]: unknown };
  }

  it('lists the 18 tools, and finds nothing that some client could not read', async () => {
    const { tools } = await inspect('--strict', '--method', 'tools/list');
    expect((tools as { name: string }[]).map(({ name }) => name)).toEqual(Object.keys(SPECIFIED));
  });

  it.each(Object.entries(SPECIFIED))('calls %s and gets what the API answers', async (name, path) => {
    const given = argumentsOf(path, family.given);
    const pairs = Object.entries(given).flatMap(([key, value]) => ['--tool-arg', `${key}=${value}`]);
    const result = await inspect(...pairs, '--tool-name', name, '--method', 'tools/call');
    const headers = { authorization: `Bearer ${family.mother.token}` };
    const response = await fetch(`${app.t.url}/api/v1${addressOf(path, given)}`, { headers });
    expect(response.status).toBe(200);
    expect(result.content).toEqual([{ type: 'text', text: await response.text() }]);
  });
});
