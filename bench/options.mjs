import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    schools: { type: 'string', default: '200' },
    peers: { type: 'string', default: '' },
    log: { type: 'string', default: 'silent' },
    strict: { type: 'boolean', default: false },
  },
});

const listOf = (text) => text.split(',').filter(Boolean);
const only = listOf(values.only);

export const options = {
  ...values,
  seconds: Number(values.seconds),
  rounds: Number(values.rounds),
  schools: Number(values.schools),
  peers: listOf(values.peers),
  /** Whether everything was asked for. */
  isWhole: only.length === 0,
  wanted: (id) => only.length === 0 || only.some((part) => id.startsWith(part)),
};
