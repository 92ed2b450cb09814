import { createHash } from 'node:crypto';

const HEADER = Buffer.from('%PDF-1.7\n%\x80\x80\x80\x80\n', 'latin1');
const ENTRIES_AT_ONCE = 1000;

/** Numbers the objects of the joined file, and notes where each of them begins (section 7.5.4). */
export class ObjectWriter {
  private readonly offsets = [0];
  private readonly digests = new Map<string, number>();
  private readonly unsent = [HEADER];
  private position = HEADER.length;

  allocate(): number {
    return this.offsets.push(0) - 1;
  }

  write(body: Buffer, number = this.allocate()): number {
    const object = Buffer.concat([Buffer.from(`${number} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    this.offsets[number] = this.position;
    this.position += object.length;
    this.unsent.push(object);
    return number;
  }

  /** Writes nothing where the same bytes are in the file already. */
  writeOnce(body: Buffer): number {
    const digest = createHash('sha256').update(body).digest('base64');
    const number = this.digests.get(digest) ?? this.write(body);
    this.digests.set(digest, number);
    return number;
  }

  take(): Buffer {
    return Buffer.concat(this.unsent.splice(0));
  }

  *end(trailer: string): Generator<Buffer> {
    const size = this.offsets.length;
    yield Buffer.concat([this.take(), Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n`)]);
    for (let first = 1; first < size; first += ENTRIES_AT_ONCE) {
      const offsets = this.offsets.slice(first, first + ENTRIES_AT_ONCE);
      yield Buffer.from(offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join(''));
    }
    yield Buffer.from(`trailer\n<</Size ${size} ${trailer}>>\nstartxref\n${this.position}\n%%EOF\n`);
  }
}
