/*
 * What Samsung's camera appends to a JPEG: blocks of data, then a directory `SEFH version count entries`, its length and
 * `SEFT`. An entry says how far before the directory its block begins. Numbers are little-endian.
 */
const DIRECTORY = Buffer.from('SEFH');
const END = Buffer.from('SEFT');
/** Length of the directory and `SEFT`. */
const TAIL = 8;
const HEAD = 12;
const ENTRY = 12;

/** Whether the bytes are one such trailer from their first to their last. */
export function isSamsungTrailer(bytes: Buffer): boolean {
  if (bytes.length < HEAD + TAIL || !bytes.subarray(-END.length).equals(END)) return false;
  const start = bytes.length - TAIL - bytes.readUInt32LE(bytes.length - TAIL);
  if (start < 0 || !bytes.subarray(start, start + DIRECTORY.length).equals(DIRECTORY)) return false;
  const directory = bytes.subarray(start, -TAIL);
  if (directory.length < HEAD) return false;
  const entries = directory.readUInt32LE(8);
  if (directory.length !== HEAD + entries * ENTRY) return false;
  return furthestOffset(directory, entries) === start;
}

function furthestOffset(directory: Buffer, entries: number): number {
  let furthest = 0;
  for (let entry = 0; entry < entries; entry += 1) {
    furthest = Math.max(furthest, directory.readUInt32LE(HEAD + entry * ENTRY + 4));
  }
  return furthest;
}
