import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOOL_SERVER } from './tool-server.js';
import { fromSources } from './typescript-hooks.mjs';

/** A folder for PATH with an `npm` that runs the tool server and the login straight from the sources, so that nothing has to be built. */
export function npmFromSources(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'school-directory-npm-'));
  writeFileSync(join(folder, 'npm'), SCRIPT, { mode: 0o755 });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const quoted = (words: string[]): string => words.map((word) => `'${word}'`).join(' ');

const SCRIPT = `#!/bin/sh
case "$*" in
'run --silent mcp') exec ${quoted([TOOL_SERVER.command, ...TOOL_SERVER.args])} ;;
'run --silent login -- '*) shift 4; exec ${quoted([process.execPath, ...fromSources('src/mcp/login.ts')])} "$@" ;;
esac
echo "This is not expected here: npm $*" >&2
exit 64
`;
