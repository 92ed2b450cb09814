import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOOL_SERVER } from './tool-server.js';

/** A folder for PATH with an `npm` that runs the tool server straight from the sources, so that nothing has to be built. */
export function npmFromSources(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'school-directory-npm-'));
  writeFileSync(join(folder, 'npm'), SCRIPT, { mode: 0o755 });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const SCRIPT = `#!/bin/sh
[ "$*" = 'run --silent mcp' ] || { echo "This is not expected here: npm $*" >&2; exit 64; }
exec ${[TOOL_SERVER.command, ...TOOL_SERVER.args].map((word) => `'${word}'`).join(' ')}
`;
