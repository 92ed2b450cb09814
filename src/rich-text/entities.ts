const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };

/** Character references of stored rich text, read. */
export const decodedEntities = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, decoded);

function decoded(entity: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name) return ENTITIES[name.toLowerCase()] ?? entity;
  const code = decimal ? Number(decimal) : parseInt(hexadecimal ?? '', 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}
