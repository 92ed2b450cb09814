/*
 * A test's title says what is done. A search for the operation finds its tests, and a report reads as a list of what it does.
 */

const WEAK = /^\s*(?:is|are|has|have|does|do|of|that|can|may|was|were)\b/i;

/** `it`, for `it(…)`, `it.skip(…)` and `it.each(…)(…)`. */
function nameOf(callee) {
  if (callee.type === 'MemberExpression') return nameOf(callee.object);
  if (callee.type === 'CallExpression') return nameOf(callee.callee);
  if (callee.type === 'TaggedTemplateExpression') return nameOf(callee.tag);
  return callee.name;
}

/** The beginning of a title as it is written; undefined where it is put together elsewhere. */
function beginningOf(title) {
  if (title?.type === 'TemplateLiteral') return title.quasis[0].value.cooked;
  return typeof title?.value === 'string' ? title.value : undefined;
}

/** @type {import('eslint').ESLint.Plugin} */
export const testTitles = {
  rules: {
    'first-word': {
      meta: { type: 'suggestion', schema: [] },
      create: (context) => ({
        CallExpression(node) {
          if (!['it', 'test'].includes(nameOf(node.callee)) || node.arguments.length < 2) return;
          const [title] = node.arguments;
          const word = WEAK.exec(beginningOf(title) ?? '')?.[0].trim();
          if (!word) return;
          const message = `“${word}” is not what is done: begin the title with refuses, returns, lists, keeps or another verb.`;
          context.report({ node: title, message });
        },
      }),
    },
  },
};
