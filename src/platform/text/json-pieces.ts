/** A member of a JSON object. A value that is read asynchronously is an array, of elements that are still to come. */
export type JsonMember = [name: string, value: unknown];

/**
 * A JSON object piece by piece, as JSON.stringify writes the whole; no more than one member, or one element of an array
 * that comes so, is in memory.
 * @param gap for each level, as JSON.stringify takes it; empty: all on one line
 */
export async function* jsonPieces(members: AsyncIterable<JsonMember>, gap: string): AsyncGenerator<string> {
  const line = gap && '\n';
  let before = '{';
  for await (const [name, value] of members) {
    yield `${before}${line}${gap}${JSON.stringify(name)}:${gap && ' '}`;
    if (isArrayToCome(value)) yield* arrayPieces(value, gap);
    else yield indented(value, gap, gap);
    before = ',';
  }
  yield before === '{' ? '{}' : `${line}}`;
}

async function* arrayPieces(elements: AsyncIterable<unknown>, gap: string): AsyncGenerator<string> {
  const line = gap && '\n';
  let before = '[';
  for await (const element of elements) {
    yield `${before}${line}${gap}${gap}${indented(element, gap, gap + gap)}`;
    before = ',';
  }
  yield before === '[' ? '[]' : `${line}${gap}]`;
}

/** A line end within a text is written in another way: each one here begins a line of the document. */
const indented = (value: unknown, gap: string, margin: string): string =>
  JSON.stringify(value, null, gap).replaceAll('\n', `\n${margin}`);

const isArrayToCome = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
