import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const HAS_OFFICE = spawnSync('soffice', ['--version']).error === undefined;
if (!HAS_OFFICE)
  process.stderr.write(
    'Skipped: tables as LibreOffice opens them, which is not installed (libreoffice-calc)\n',
  );

/**
 * A table as LibreOffice has opened it, in its own format.
 * @param separator what it takes for the separator of cells, whatever the file has
 */
export function openedByLibreOffice(csv: string, separator = ','): string {
  const folder = mkdtempSync(join(tmpdir(), 'table-'));
  try {
    const given = join(folder, 'given.csv');
    writeFileSync(given, csv);
    const home = `-env:UserInstallation=file://${folder}/profile`;
    const how = `--infilter=CSV:${separator.charCodeAt(0)},34,76`;
    const convert = ['--headless', how, '--convert-to', 'fods', '--outdir', folder, given];
    const { status, stderr } = spawnSync('soffice', [home, ...convert], {
      encoding: 'utf8',
      timeout: 100_000,
    });
    if (status !== 0) throw new Error(`LibreOffice ended with ${status}: ${stderr}`);
    return readFileSync(join(folder, 'given.fods'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
