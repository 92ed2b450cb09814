/*
 * A statement of one table by the values of its columns goes through the entity's repository, whose columns the compiler knows.
 * SQL is for what a repository says worse or not at all: a mask, a join, a set, a conflict, a row that a write answers.
 */

const COLUMN = String.raw`(?:\w+\.)?\w+`;
const VALUE = String.raw`(?:\$\d+(?:::\w+)?|null|true|false|'[^']*'|\d+)`;
const CONDITION = `${COLUMN} (?:(?:=|<|>|<=|>=|<>) ${VALUE}|is (?:not )?null)`;
const CONDITIONS = `${CONDITION}(?: and ${CONDITION})*`;
const SELECTED = String.raw`(?:1|count\(\*\)(?:::int)?|${COLUMN})(?: as "?\w+"?)?`;

const PLAIN = [
  String.raw`insert into (?<table>\w+) \([\w, ]+\) values \(${VALUE}(?:, ${VALUE})*\)`,
  String.raw`update (?<table>\w+)(?: \w+)? set ${COLUMN} = ${VALUE}(?:, ${COLUMN} = ${VALUE})* where ${CONDITIONS}`,
  String.raw`delete from (?<table>\w+)(?: \w+)? where ${CONDITIONS}`,
  String.raw`select (?:${SELECTED}(?:, ${SELECTED})* )?from (?<table>\w+)(?: \w+)? where ${CONDITIONS}(?: order by [\w, .]+)?(?: for (?:no key update|update|share))?`,
].map((form) => new RegExp(`^${form}$`, 'i'));

/** The table of a statement that a repository could send; null for any other text. */
export function tableOfPlainStatement(text) {
  const statement = text.replace(/\s+/g, ' ').trim();
  for (const form of PLAIN) {
    const table = form.exec(statement)?.groups.table;
    if (table) return table;
  }
  return null;
}

/** @type {import('eslint').ESLint.Plugin} */
export const keyedStatements = {
  rules: {
    'keyed-statements': {
      meta: {
        type: 'suggestion',
        schema: [
          {
            type: 'object',
            properties: { still: { type: 'array', items: { type: 'string' } } },
            additionalProperties: false,
          },
        ],
      },
      create(context) {
        const still = new Set(context.options[0]?.still);
        const check = (node, text) => {
          const table = tableOfPlainStatement(text);
          if (table === null || still.has(table)) return;
          const message = `This statement reads or writes “${table}” alone, by its columns: send it through the entity’s repository (manager.getRepository(…)).`;
          context.report({ node, message });
        };
        return {
          Literal: (node) => typeof node.value === 'string' && check(node, node.value),
          TemplateLiteral: (node) =>
            node.expressions.length === 0 && check(node, node.quasis[0].value.cooked ?? ''),
        };
      },
    },
  },
};
