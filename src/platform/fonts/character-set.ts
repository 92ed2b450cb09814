const CODE_POINTS = 0x110000;
const BITS = 32;

/** Characters by their code points: a bit for each that Unicode has room for, which is 139 kB. */
export class CharacterSet {
  private readonly words = new Uint32Array(CODE_POINTS / BITS);

  has(codePoint: number): boolean {
    return (this.words[codePoint >>> 5]! & (1 << (codePoint & 31))) !== 0;
  }

  add(codePoint: number): void {
    if (codePoint < CODE_POINTS) this.words[codePoint >>> 5]! |= 1 << (codePoint & 31);
  }

  addAll({ words }: CharacterSet): void {
    for (let at = 0; at < words.length; at += 1) this.words[at]! |= words[at]!;
  }

  keepOnly({ words }: CharacterSet): void {
    for (let at = 0; at < words.length; at += 1) this.words[at]! &= words[at]!;
  }
}
