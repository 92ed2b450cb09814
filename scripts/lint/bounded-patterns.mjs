import { readFileSync } from 'node:fs';
import { LEDGER, isLinear, keyOf } from './judge.mjs';

/*
 * A regular expression that takes longer than its text is long has to say how long that may be, where it stands:
 * `// Bounded: 254 characters (MAX_EMAIL_LENGTH).` So has one that is put together when the program runs, which nobody can judge.
 */

const judged = JSON.parse(readFileSync(LEDGER, 'utf8'));
const BOUND = /\bBounded: .*\d/;

/** What a pattern belongs to: a comment before it counts. */
const STATEMENTS = /Statement$|Declaration$|^Property$|^PropertyDefinition$|^MethodDefinition$/;

function hasBound(node, source) {
  for (let around = node; around; around = around.parent) {
    const said = source.getCommentsBefore(around).some(({ value }) => BOUND.test(value));
    if (said) return true;
    if (STATEMENTS.test(around.type)) {
      const isExported = around.parent?.type.startsWith('Export');
      return isExported && source.getCommentsBefore(around.parent).some(({ value }) => BOUND.test(value));
    }
  }
  return false;
}

const rule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      superlinear:
        'This pattern may take far longer than its text is long. Write it so that it does not, or say how long that may be: "// Bounded: 254 characters (MAX_EMAIL_LENGTH)."',
      unknown:
        'Nobody can judge a pattern that is put together. Write it as one, or say how long its text may be: "// Bounded: …".',
    },
  },
  create({ sourceCode, report }) {
    const look = (node, key) => {
      if (!(judged[key] ?? isLinear(key)) && !hasBound(node, sourceCode))
        report({ node, messageId: 'superlinear' });
    };
    const lookAtCall = (node) => {
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return;
      const [pattern, flags] = node.arguments;
      const isWhole = pattern?.type === 'Literal' && (!flags || flags.type === 'Literal');
      if (isWhole) look(node, keyOf(String(pattern.value), String(flags?.value ?? '')));
      else if (!hasBound(node, sourceCode)) report({ node, messageId: 'unknown' });
    };
    return {
      Literal: (node) => {
        if (node.regex) look(node, keyOf(node.regex.pattern, node.regex.flags));
      },
      NewExpression: lookAtCall,
      CallExpression: lookAtCall,
    };
  },
};

export const boundedPatterns = { rules: { 'bounded-patterns': rule } };
