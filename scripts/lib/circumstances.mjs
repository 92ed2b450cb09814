import { spawnSync } from 'node:child_process';
import { availableParallelism, totalmem } from 'node:os';
import { root } from './project.mjs';

/** When, with what and on what a figure was found. Nothing that names the machine or a folder of it. */
export function circumstances() {
  return [
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    `commit ${commit()}`,
    `${availableParallelism()} cores and ${Math.round(totalmem() / 2 ** 30)} GB of memory`,
    `Node.js ${process.versions.node}`,
  ];
}

function commit() {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';
  const id = git('rev-parse', '--short', 'HEAD');
  if (!id) return 'unknown';
  const written = [':!docs/reliability.md', ':!bench/results'];
  return git('status', '--porcelain', '--', '.', ...written) ? `${id} with changes` : id;
}
