import { describe, expect, it } from '@jest/globals';
import { basename } from 'node:path';
import ts from 'typescript';
import { nodesOf, parsed, productFiles, textOf } from './source-files.js';

/*
 * The longest file (300 lines), the longest function (40) and the parameters of a function (5) are held by
 * eslint.config.mjs; who may import whom by .dependency-cruiser.mjs.
 */

/** Of 95 files in a hundred. */
const MAX_LINES = 200;
/** Two of them tell whether a password is among those that are tried first, two write pages and mails. */
const RUNTIME_DEPENDENCIES = 68;
const CONSTRUCTOR_DEPENDENCIES = 5;

describe('the budget of', () => {
  it(`a file is ${MAX_LINES} lines, but for one in twenty`, () => {
    const lengths = productFiles().map((file) => textOf(file).trimEnd().split('\n').length);
    const longer = lengths.filter((length) => length > MAX_LINES);
    expect(longer.length / lengths.length).toBeLessThanOrEqual(0.05);
  });

  it(`runtime dependencies, fonts aside, is ${RUNTIME_DEPENDENCIES}`, () => {
    const { dependencies } = JSON.parse(textOf('package.json')) as { dependencies: object };
    const programs = Object.keys(dependencies).filter((name) => !/fonts[-/]/.test(name));
    expect(programs.length).toBeLessThanOrEqual(RUNTIME_DEPENDENCIES);
  });

  it(`a constructor is ${CONSTRUCTOR_DEPENDENCIES} dependencies`, () => {
    const tooMany = productFiles().flatMap((file) =>
      [...nodesOf(parsed(file))]
        .filter(ts.isConstructorDeclaration)
        .filter((constructor) => constructor.parameters.length > CONSTRUCTOR_DEPENDENCIES)
        .map((constructor) => `${file}: ${constructor.parameters.length}`),
    );
    expect(tooMany).toEqual([]);
  });
});

describe('the product', () => {
  it('contains no barrels', () => {
    expect(productFiles().filter((file) => /^index\.tsx?$/.test(basename(file)))).toEqual([]);
  });

  it('ties no knots with forwardRef', () => {
    const isForwardRef = (node: ts.Node): boolean => ts.isIdentifier(node) && node.text === 'forwardRef';
    expect(productFiles().filter((file) => [...nodesOf(parsed(file))].some(isForwardRef))).toEqual([]);
  });

  it('switches no rule of the linter off', () => {
    expect(
      productFiles().filter((file) => /eslint-disable|@ts-(ignore|expect-error|nocheck)/.test(textOf(file))),
    ).toEqual([]);
  });
});
