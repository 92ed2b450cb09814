import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { examine } from '../../src/cli/doctor.commands.js';
import { collectConfigErrors } from '../../src/platform/config/collect-config-errors.js';
import { SettingsError } from '../../src/platform/errors/operator.error.js';
import { readSettings } from '../../src/platform/config/settings.js';

const folder = mkdtempSync(join(tmpdir(), 'env-'));
const file = join(folder, '.env');
const before = { ...process.env };
afterEach(() => {
  process.env = { ...before };
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('.env', () => {
  it('stops the start where it is there and cannot be read, in one line that names it', () => {
    expect(() => readSettings(folder)).toThrow(SettingsError);
    expect(() => readSettings(folder)).toThrow(
      /^\.env should be a file that this user may read \(EISDIR\)\.$/,
    );
  });

  it('appears in what doctor says, which examines no database that is not meant', async () => {
    const checks = await examine(collectConfigErrors(folder));
    expect(checks.filter(({ name }) => name === '.env')).toEqual([
      {
        name: '.env',
        status: 'failed',
        message: '.env should be a file that this user may read (EISDIR).',
        remedy: 'Let this user read .env, or take it away, and ask again.',
      },
    ]);
    expect(checks.filter(({ name }) => name === 'DATABASE_URL' || name === 'MIGRATE_ON_START')).toEqual([]);
  });

  it('stays optional', () => {
    expect(() => readSettings(join(folder, 'none'))).not.toThrow();
  });

  it('says what the environment does not say itself', () => {
    writeFileSync(file, '# ours\nRATE_LIMIT=70\nOTEL_SERVICE_NAME="of the file" # ours\n');
    process.env.RATE_LIMIT = '50';
    delete process.env.OTEL_SERVICE_NAME;
    expect(readSettings(file).rateLimit).toBe(50);
    expect(process.env.OTEL_SERVICE_NAME).toBe('of the file');
  });
});
