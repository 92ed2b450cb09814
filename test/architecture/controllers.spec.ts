import { beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { entitiesWithin, handlersOfTheProduct, type Handlers } from './controllers.js';

const DECIDING = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

let product: Handlers;
beforeAll(() => {
  product = handlersOfTheProduct();
});

const namesWhere = (broken: (handler: Handlers['handlers'][number]) => boolean): string[] =>
  product.handlers.filter(broken).map((handler) => handler.name);

describe('a handler', () => {
  it('counts among those that these tests find', () => {
    expect(product.handlers.map((handler) => handler.name)).toEqual(
      expect.arrayContaining(['RosterController.listStudents', 'HealthController.ready']),
    );
  });

  it('consists of one return statement', () => {
    const isOneReturn = (method: ts.MethodDeclaration): boolean => {
      const [first, ...more] = method.body?.statements ?? [];
      return more.length === 0 && first !== undefined && ts.isReturnStatement(first);
    };
    expect(namesWhere(({ method }) => !isOneReturn(method))).toEqual([]);
  });

  it('decides nothing', () => {
    const decides = (node: ts.Node): boolean =>
      ts.isConditionalExpression(node) ||
      (ts.isBinaryExpression(node) && DECIDING.has(node.operatorToken.kind)) ||
      ts.forEachChild(node, (child) => decides(child) || undefined) === true;
    expect(namesWhere(({ method }) => method.body !== undefined && decides(method.body))).toEqual([]);
  });

  it('bears a name of its own, which is the operation id', () => {
    const names = product.handlers.filter((h) => h.documented).map(({ method }) => method.name.getText());
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('documents its refusals', () => {
    expect(namesWhere((h) => h.documented && !h.decorators.includes('ApiErrors'))).toEqual([]);
  });

  it('answers with a documented shape, text that was written before, a file, or nothing', () => {
    expect(namesWhere((h) => h.documented && !isAllowed(answerOf(h)))).toEqual([]);
  });

  it('lets no entity out', () => {
    const leaks = product.handlers.flatMap((handler) =>
      entitiesWithin(answerOf(handler), product.checker).map((entity) => `${handler.name} → ${entity}`),
    );
    expect(leaks).toEqual([]);
  });
});

function answerOf({ method }: { method: ts.MethodDeclaration }): ts.Type {
  const signature = product.checker.getSignatureFromDeclaration(method);
  const type = product.checker.getReturnTypeOfSignature(signature!);
  return product.checker.getAwaitedType(type) ?? type;
}

function isAllowed(type: ts.Type): boolean {
  if (type.flags & ts.TypeFlags.Void) return true;
  if (type.isUnion()) return type.types.every(isAllowed);
  if (product.checker.isArrayType(type)) {
    return product.checker.getTypeArguments(type as ts.TypeReference).every(isAllowed);
  }
  const [declaration] = type.getSymbol()?.declarations ?? [];
  if (!declaration || !ts.isClassDeclaration(declaration)) return false;
  const name = declaration.name?.text ?? '';
  return (
    ['SerializedJson', 'PreparedJson', 'StreamableFile'].includes(name) ||
    declaration.getSourceFile().fileName.endsWith('.dto.ts')
  );
}
