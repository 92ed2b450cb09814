import type { SchoolFeature } from '../../policy/school-feature.js';
import type { ChangeCursor, OpenPart } from './change-cursor.js';

/** A cursor without the names of its members: it goes over the network twice for each question, sealed. */
type ShortCursor = [
  sequence: number,
  transactionId: string | null,
  moment: number,
  rowsAfterMoment: number,
  caller: string,
  off?: SchoolFeature[],
  open?: OpenPart,
];

export function shortened({ position, moment, rowsUntil, caller, off, open }: ChangeCursor): string {
  const { sequence, transactionId } = position;
  const short: ShortCursor = [
    ...([sequence, transactionId && packed(transactionId.replaceAll('-', '')), moment] as const),
    ...([Math.max(0, rowsUntil - moment), packed(caller)] as const),
  ];
  if (open) return padded([...short, off, open]);
  return padded(off.length > 0 ? [...short, off] : short);
}

/** Characters: more than the numbers of a long life need. */
const STEP = 64;

/** The length of a cursor would tell how much happens in the school, of what the caller may not see too. */
function padded(short: unknown[]): string {
  const text = JSON.stringify(short);
  return text.padEnd(Math.ceil(text.length / STEP) * STEP);
}

export function lengthened(text: string): ChangeCursor {
  const [sequence, transaction, moment, rowsAfterMoment, caller, off = [], open = null] = JSON.parse(
    text,
  ) as ShortCursor;
  const transactionId = transaction && unpacked(transaction).replace(UUID, '$1-$2-$3-$4-$5');
  return {
    position: { sequence, transactionId },
    ...{ moment, rowsUntil: moment + rowsAfterMoment, caller: unpacked(caller), off, open },
  };
}

const UUID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

const packed = (hex: string): string => Buffer.from(hex, 'hex').toString('base64url');
const unpacked = (text: string): string => Buffer.from(text, 'base64url').toString('hex');
