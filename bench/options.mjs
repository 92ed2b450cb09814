import { parseArgs } from 'node:util';
import { PEERS } from './peers/compare.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    schools: { type: 'string', default: '200' },
    workers: { type: 'string', default: '1' },
    peers: { type: 'string', default: '' },
    log: { type: 'string', default: 'silent' },
    strict: { type: 'boolean', default: false },
  },
});

const listOf = (text) => text.split(',').filter(Boolean);
const only = listOf(values.only);

const peers = listOf(values.peers);
const unknown = peers.filter((name) => !PEERS[name]);
if (unknown.length > 0) {
  process.stderr.write(
    `No peer is called ${unknown.join(', ')}. There are ${Object.keys(PEERS).join(', ')}.\n`,
  );
  process.exit(1);
}

export const options = {
  ...values,
  seconds: Number(values.seconds),
  rounds: Number(values.rounds),
  schools: Number(values.schools),
  workers: Number(values.workers),
  peers,
  /** Whether everything was asked for. */
  isWhole: only.length === 0,
  /** Whether this case alone was asked for, which has a database of its own. */
  isOnly: (id) => only.length > 0 && only.every((part) => id.startsWith(part)),
  wanted: (id) => only.length === 0 || only.some((part) => id.startsWith(part)),
};
