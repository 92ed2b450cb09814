import { spawnSync } from 'node:child_process';
import { inRoot } from './project.mjs';

/** Runs the npm that runs us, else the one on the PATH. */
export function runNpm(args, options = {}) {
  const npm = process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : null;
  const all = { cwd: inRoot(), ...options };
  return npm ? spawnSync(process.execPath, [npm, ...args], all) : spawnSync('npm', args, all);
}

/** Installs what the lock in a folder asks for; output goes to standard error. */
export function runNpmCi(cwd = inRoot()) {
  // Warnings are about the npm's own Node.js: what we run on is installed here.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  // The lock names every byte: what is in the cache need not be asked for again.
  args.push('--prefer-offline');
  return runNpm(args, { cwd, env: installEnv(), stdio: ['ignore', 2, 2] });
}

/** What the operator told npm about our own command (`--dry-run`, `--json`, `--silent`) is not about installing. */
function installEnv() {
  const env = { ...process.env };
  const ours =
    /^npm_config_(dry_run|json|loglevel|prefix|local_prefix|global|location|omit|include|only|production|workspaces?)$/i;
  for (const name of Object.keys(env)) if (ours.test(name)) delete env[name];
  return env;
}
