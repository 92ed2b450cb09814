import { describe, expect, it } from '@jest/globals';
import { IntlMessageFormat } from 'intl-messageformat';
import ts from 'typescript';
import { LANGUAGES } from '../../src/platform/messages/languages.js';
import { MESSAGE_VARIABLES } from '../../src/platform/messages/message-variables.js';
import { textsIn } from '../../src/platform/messages/messages.js';
import { nodesOf, parsed, productFiles, textOf } from '../architecture/source-files.js';

const catalogueOf = (language: string): Map<string, string> =>
  new Map(textsIn(JSON.parse(textOf(`src/locales/${language}.json`)) as object));

const english = catalogueOf('en');
const others = LANGUAGES.filter((language) => language !== 'en');

interface MessageNode {
  type: number;
  value: string;
  options?: Record<string, { value: MessageNode[] }>;
}

/** Names of the variables, each once and in order; plurals of a variable name it, too. */
function variablesOf(text: string): string[] {
  const names = (nodes: MessageNode[]): string[] =>
    nodes.flatMap(({ type, value, options = {} }) => [
      // Neither a text nor the `#` of a plural.
      ...(type === 0 || type === 7 ? [] : [value]),
      ...Object.values(options).flatMap((option) => names(option.value)),
    ]);
  const format = new IntlMessageFormat(text, 'en', {}, { ignoreTag: true });
  return [...new Set(names(format.getAst() as MessageNode[]))].sort();
}

/** Keys in the code: whole, or put together, so that a part of them may be anything without a dot. */
function usedKeys(): RegExp[] {
  const nodes = productFiles().flatMap((file) => [...nodesOf(parsed(file))]);
  return nodes.flatMap((node) => {
    if (ts.isStringLiteralLike(node)) return english.has(node.text) ? [wholly([node.text])] : [];
    if (!ts.isTemplateExpression(node)) return [];
    const texts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
    return /^\w+\./.test(node.head.text) ? [wholly(texts)] : [];
  });
}

const wholly = (texts: string[]): RegExp => new RegExp(`^${texts.map(RegExp.escape).join('[^.]+')}$`);

describe('The catalogue', () => {
  it.each(others)('lists every key of English, in its order, and no other (%s)', (language) => {
    expect([...catalogueOf(language).keys()]).toEqual([...english.keys()]);
  });

  it.each(LANGUAGES)('leaves no text empty (%s)', (language) => {
    expect([...catalogueOf(language)].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it.each(LANGUAGES)('names the variables that the code gives, and no others (%s)', (language) => {
    const found = [...catalogueOf(language)].map(([key, text]) => [key, variablesOf(text)] as const);
    const listed = Object.fromEntries(
      Object.entries(MESSAGE_VARIABLES).map(([key, names]) => [key, [...names].sort()]),
    );
    expect(Object.fromEntries(found.filter(([, names]) => names.length > 0))).toEqual(listed);
  });

  it('keeps no text that nothing says', () => {
    const used = usedKeys();
    expect([...english.keys()].filter((key) => !used.some((pattern) => pattern.test(key)))).toEqual([]);
  });
});
