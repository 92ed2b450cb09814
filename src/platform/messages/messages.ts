import { IntlMessageFormat } from 'intl-messageformat';
import de from '../../locales/de.json' with { type: 'json' };
import en from '../../locales/en.json' with { type: 'json' };
import es from '../../locales/es.json' with { type: 'json' };
import fr from '../../locales/fr.json' with { type: 'json' };
import { type Language, languageFor } from './languages.js';
import { MESSAGE_VARIABLES } from './message-variables.js';

type Catalogue = typeof en;
const CATALOGUES: Record<Language, Catalogue> = { en, es, fr, de };

/** Texts of a catalogue by their keys. */
export function textsIn(node: object, path = ''): [key: string, text: string][] {
  return Object.entries(node).flatMap(([name, text]: [string, string | object]) =>
    typeof text === 'string' ? [[path + name, text]] : textsIn(text, `${path}${name}.`),
  );
}

type KeysOf<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${KeysOf<T[K]>}`;
}[keyof T & string];
/** Path of a message in a catalogue: its room first. */
export type MessageKey = KeysOf<Catalogue>;

type Variables = typeof MESSAGE_VARIABLES;
type VariableOf<K extends MessageKey> = K extends keyof Variables ? Variables[K][number] : never;
type ValuesOf<K extends MessageKey, Value> = [VariableOf<K>] extends [never]
  ? []
  : [values: Record<VariableOf<K>, Value>];
/** Key of a message without variables. */
export type PlainMessageKey = Exclude<MessageKey, keyof Variables>;

/** Messages of pages, mails and PDFs in one language, from `src/locales`. */
export class Messages {
  private readonly texts: ReadonlyMap<string, string>;
  private readonly formats = new Map<MessageKey, IntlMessageFormat>();

  constructor(readonly language: Language) {
    this.texts = new Map(textsIn(CATALOGUES[language]));
  }

  /** Whether a message without variables has this key. */
  readonly isPlain = (key: string): key is PlainMessageKey =>
    this.texts.has(key) && !Object.hasOwn(MESSAGE_VARIABLES, key);

  /** Plain text. */
  readonly say = <K extends MessageKey>(key: K, ...[values]: ValuesOf<K, string | number>): string =>
    this.piecesOf<string>(key, values).join('');

  /** The text between its values, in their order: for values that are more than text, such as elements of a page. */
  readonly parts = <K extends MessageKey, Value>(
    key: K,
    ...[values]: ValuesOf<K, Value | string | number>
  ): (Value | string)[] => this.piecesOf<Value>(key, values);

  private piecesOf<Value>(
    key: MessageKey,
    values?: Record<string, Value | string | number>,
  ): (Value | string)[] {
    return this.formatOf(key)
      .formatToParts<Value>(values)
      .map(({ value }) => value);
  }

  private formatOf(key: MessageKey): IntlMessageFormat {
    let format = this.formats.get(key);
    if (!format) {
      const text = this.texts.get(key);
      if (text === undefined) throw new Error(`No message is called ${key}`);
      // Without tags: elements of a page come as values.
      format = new IntlMessageFormat(text, this.language, {}, { ignoreTag: true });
      this.formats.set(key, format);
    }
    return format;
  }
}

const BY_LANGUAGE: Record<Language, Messages> = {
  en: new Messages('en'),
  es: new Messages('es'),
  fr: new Messages('fr'),
  de: new Messages('de'),
};

/** @param locale BCP 47; English where its language has no catalogue */
export const messages = (locale: string): Messages => BY_LANGUAGE[languageFor(locale)];
