import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { metricsText } from '../support/processes/metrics.js';
import { aSchool } from '../support/school.factory.js';
import { startTestApp } from '../support/test-app.js';

/* Files of other programs, checked by those programs where they are installed (.ci/run installs them). */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const isThere = (program: string): boolean => {
  const there = spawnSync(program, ['--version']).error === undefined;
  if (!there) process.stderr.write(`Skipped: ${program} is not installed\n`);
  return there;
};

function run(program: string, args: string[], env = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { status, output: stdout + stderr };
}

const ALERTS = join(ROOT, 'docs/observability/alerts.yml');

(isThere('haproxy') ? describe : describe.skip)('haproxy', () => {
  it('takes haproxy.cfg', () => {
    const env = { API_1: '127.0.0.1:3001', API_2: '127.0.0.1:3002', LISTEN: '127.0.0.1:8080' };
    const { status, output } = run('haproxy', ['-c', '-f', join(ROOT, 'docker/haproxy.cfg')], env);
    expect([status, output]).toEqual([0, expect.not.stringContaining('WARNING')]);
  });

  it('takes haproxy-cells.cfg', () => {
    const folder = mkdtempSync(join(tmpdir(), 'school-directory-cells-'));
    const map = join(folder, 'schools.map');
    writeFileSync(map, '5f1c1f6e-4a57-4f3e-9d4c-2b1f0c6f7a10 b\n');
    const env = {
      ...{ ADMIN_SOCKET: join(folder, 'admin.sock'), SCHOOLS_MAP: map, LISTEN: '127.0.0.1:8080' },
      ...{ ROUTER: '127.0.0.1:3100', CELL_A: '127.0.0.1:3001', CELL_B: '127.0.0.1:3002' },
    };
    const { status, output } = run('haproxy', ['-c', '-f', join(ROOT, 'docker/haproxy-cells.cfg')], env);
    rmSync(folder, { recursive: true });
    expect([status, output]).toEqual([0, expect.not.stringContaining('WARNING')]);
  });
});

(isThere('promtool') ? describe : describe.skip)('promtool', () => {
  it('takes the alert rules', () => {
    const { status, output } = run('promtool', ['check', 'rules', ALERTS]);
    expect([status, output]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });

  it('takes the names and the types of all metrics', async () => {
    const t = await startTestApp({ metricsPort: 9464 });
    const { token } = await (await aSchool(t)).parent();
    await t.api.get('/me', { token });
    const text = await metricsText(t);
    await t.close();
    expect(promtool(text)).toEqual([0, '']);
    expect(promtool(`${text}# TYPE things_total gauge\nthings_total 1\n`)[0]).toBe(3);
  });

  it('raises the alerts of a service that is gone, that fails, whose mail was given up and that nobody backs up', () => {
    const folder = mkdtempSync(join(tmpdir(), 'school-directory-alerts-'));
    const file = join(folder, 'alerts.test.yml');
    writeFileSync(file, JSON.stringify(SCENARIOS));
    const { status, output } = run('promtool', ['test', 'rules', file]);
    rmSync(folder, { recursive: true });
    expect([status, output]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});

/** What it says of metrics, which it reads from standard input. */
function promtool(input: string): [number | null, string] {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
  return [status, stdout + stderr];
}

const alert = (name: string, at: string, labels: object, summary?: string) => ({
  alertname: name,
  eval_time: at,
  exp_alerts: summary ? [{ exp_labels: labels, exp_annotations: { summary } }] : [],
});

/** promtool reads YAML, and so JSON. */
const SCENARIOS = {
  rule_files: [ALERTS],
  evaluation_interval: '1m',
  tests: [
    {
      interval: '1m',
      input_series: [{ series: 'http_requests_in_flight{job="api"}', values: '0x5 stale' }],
      alert_rule_test: [
        alert('SchoolDirectoryGone', '4m', {}),
        alert('SchoolDirectoryGone', '10m', { severity: 'page' }, 'No process of the service is measured.'),
      ],
    },
    {
      interval: '1m',
      input_series: [{ series: 'backup_age_seconds{job="api"}', values: '0+60x4000' }],
      alert_rule_test: [
        alert('SchoolDirectoryBackupOld', '48h', {}),
        alert(
          'SchoolDirectoryBackupOld',
          '50h',
          { severity: 'ticket', job: 'api' },
          'No backup was made for two days.',
        ),
      ],
    },
    {
      interval: '1m',
      input_series: [
        { series: 'http_request_duration_seconds_count{job="api",status="200"}', values: '0+90x30' },
        { series: 'http_request_duration_seconds_count{job="api",status="503"}', values: '0+10x30' },
        { series: 'outbox_mails_dead{job="api"}', values: '0x5 1x40' },
      ],
      alert_rule_test: [
        alert('SchoolDirectoryErrors', '3m', {}),
        alert(
          'SchoolDirectoryErrors',
          '20m',
          { severity: 'page', job: 'api' },
          'More than 2 % of the requests fail.',
        ),
        alert('SchoolDirectoryBackupMissing', '20h', {}),
        alert(
          'SchoolDirectoryBackupMissing',
          '25h',
          { severity: 'ticket' },
          'No backup has ever been made with the command "backup".',
        ),
        alert('SchoolDirectoryMailDead', '15m', {}),
        alert(
          'SchoolDirectoryMailDead',
          '30m',
          { severity: 'ticket', job: 'api' },
          'Mails were given up: "jobs list --failed" names them.',
        ),
      ],
    },
  ],
};
