import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromProjectRoot } from '../../src/config/project-root.js';

/** A folder for PATH with an `npm` that runs our programs straight from the sources, so that nothing has to be built. */
export function npmFromSources(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'school-directory-npm-'));
  writeFileSync(join(folder, 'npm'), SCRIPT, { mode: 0o755 });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const SCRIPT = `#!/bin/sh
case "$*" in
'run --silent mcp') program=mcp; shift 3 ;;
'run --silent cli -- '*) program=cli; shift 4 ;;
*) echo "npm knows no such command: $*" >&2; exit 64 ;;
esac
exec '${process.execPath}' --import '${fromProjectRoot('test/support/typescript-hooks.mjs')}' \
  "${fromProjectRoot('src')}/$program/main.ts" "$@"
`;
