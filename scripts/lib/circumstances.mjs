import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { projectNode, root } from './project.mjs';

/** When, with what and on what a figure was found. Nothing that names the machine or a folder of it. */
export function circumstances() {
  return [
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    `commit ${commit()}`,
    `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}) and ${Math.round(totalmem() / 2 ** 30)} GB of memory`,
    `Node.js ${output(projectNode(), '--version').slice(1)}`,
  ];
}

function commit() {
  const id = output('git', 'rev-parse', '--short', 'HEAD');
  if (!id) return 'unknown';
  const written = [
    ':!docs/evidence/reliability.md',
    ':!test/mutation/mutants.json',
    ':!docs/scaling.md',
    ':!bench/results',
  ];
  return output('git', 'status', '--porcelain', '--', '.', ...written) ? `${id} with changes` : id;
}

const output = (program, ...args) =>
  spawnSync(program, args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';
