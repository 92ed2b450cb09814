/** A number, a name, a string or a keyword is a string here, as the file writes it. */
export type Value = string | Reference | Value[] | Dictionary;
export type Dictionary = Map<string, Value>;

export interface IndirectObject {
  value: Value;
  stream: Buffer | null;
}

export class Reference {
  constructor(readonly number: number) {}
}

export const refusal = (reason: string): Error =>
  new Error(`The part is no PDF that can be joined: ${reason}.`);

export function integerOf(value: Value | undefined): number {
  if (typeof value !== 'string' || !/^\d+$/.test(value)) throw refusal('a whole number is missing');
  return Number(value);
}

/** An entry that is not known here may mean something that would get lost, or that does not fit the other parts. */
export function expectKeys(name: string, dictionary: Dictionary, keys: string[]): void {
  const unknown = [...dictionary.keys()].find((key) => !keys.includes(key));
  if (unknown !== undefined) throw refusal(`its ${name} has the entry ${unknown}`);
}

/** Dictionaries, name trees and number trees are lists in which each key comes before its value. */
export function pairsOf(values: Value[]): [Value, Value][] {
  if (values.length % 2 > 0) throw refusal('a key has no value');
  return values.flatMap((key, at) => (at % 2 === 0 ? [[key, values[at + 1]!]] : []));
}

export function dictionaryOf(values: Value[]): Dictionary {
  const dictionary: Dictionary = new Map();
  for (const [key, value] of pairsOf(values)) {
    if (typeof key !== 'string' || !key.startsWith('/')) throw refusal('a key of a dictionary is no name');
    dictionary.set(key, value);
  }
  return dictionary;
}

export function referencesOf(value: Value): Reference[] {
  if (value instanceof Reference) return [value];
  return typeof value === 'string' ? [] : [...value.values()].flatMap(referencesOf);
}

/** @param numbers by which those of its references are replaced */
export function serialized(value: Value, numbers: ReadonlyMap<number, number>): string {
  if (typeof value === 'string') return value;
  if (value instanceof Reference) return `${numbers.get(value.number)!} 0 R`;
  const within = (values: Value[]): string => values.map((each) => serialized(each, numbers)).join(' ');
  return Array.isArray(value) ? `[${within(value)}]` : `<<${within([...value].flat())}>>`;
}

export function bodyOf(text: string, stream: Buffer | null = null): Buffer {
  const head = Buffer.from(text, 'latin1');
  return stream ? Buffer.concat([head, Buffer.from('\nstream\n'), stream, Buffer.from('\nendstream')]) : head;
}
