import { join } from 'node:path';
import ts from 'typescript';
import { PROJECT_ROOT } from '../../src/platform/config/project-root.js';
import { decoratorsOf, nodesOf, parsed, productFiles, textOf } from './source-files.js';

const ROUTES = new Set(['Get', 'Post', 'Put', 'Patch', 'Delete', 'Head', 'Options', 'All', 'Sse']);

export interface Handler {
  /** `RosterController.listStudents`. */
  name: string;
  method: ts.MethodDeclaration;
  decorators: string[];
  /** False for what stays outside of the API and its document, such as the probes. */
  documented: boolean;
}

export interface Handlers {
  handlers: Handler[];
  checker: ts.TypeChecker;
}

/** Every handler of the product, as it is written. */
export const handlersAsWritten = (): Handler[] =>
  handlersIn(
    productFiles()
      .filter((file) => textOf(file).includes('@Controller('))
      .map(parsed),
  );

/** The same with the compiler's knowledge of the types, which takes seconds. */
export function handlersOfTheProduct(): Handlers {
  const program = ts.createProgram(
    productFiles().map((file) => join(PROJECT_ROOT, file)),
    { ...compilerOptions(), noEmit: true, incremental: false },
  );
  // First of all: it also binds the trees, which know their parents only then.
  const checker = program.getTypeChecker();
  const sources = program.getSourceFiles().filter((source) => !source.fileName.includes('node_modules'));
  return { handlers: handlersIn(sources), checker };
}

function handlersIn(sources: ts.SourceFile[]): Handler[] {
  const classes = sources.flatMap((source) => [...nodesOf(source)].filter(ts.isClassDeclaration));
  return classes
    .filter((declaration) => decoratorsOf(declaration).includes('Controller'))
    .flatMap(handlersOf);
}

function handlersOf(controller: ts.ClassDeclaration): Handler[] {
  const documented = !decoratorsOf(controller).includes('ApiExcludeController');
  return controller.members.filter(ts.isMethodDeclaration).flatMap((method) => {
    const decorators = decoratorsOf(method);
    const name = `${controller.name?.text}.${method.name.getText()}`;
    return decorators.some((d) => ROUTES.has(d)) ? [{ name, method, decorators, documented }] : [];
  });
}

function compilerOptions(): ts.CompilerOptions {
  const file = join(PROJECT_ROOT, 'tsconfig.json');
  const { config } = ts.readConfigFile(file, (path) => ts.sys.readFile(path)) as { config: unknown };
  return ts.parseJsonConfigFileContent(config, ts.sys, PROJECT_ROOT).options;
}

/** Classes of `*.entity.ts` files that can be reached from this type: what would leave the house with it. */
export function entitiesWithin(type: ts.Type, checker: ts.TypeChecker, seen = new Set<ts.Type>()): string[] {
  if (seen.has(type)) return [];
  seen.add(type);
  const within = (other: ts.Type): string[] => entitiesWithin(other, checker, seen);
  if (type.isUnionOrIntersection()) return type.types.flatMap(within);
  const file = type.getSymbol()?.declarations?.[0]?.getSourceFile().fileName ?? '';
  if (file.endsWith('.entity.ts')) return [type.getSymbol()?.getName() ?? ''];
  const parameters = checker.getTypeArguments(type as ts.TypeReference).flatMap(within);
  if (file.includes('node_modules') || !(type.flags & ts.TypeFlags.Object)) return parameters;
  return [
    ...parameters,
    ...(type.getBaseTypes() ?? []).flatMap(within),
    ...type.getProperties().flatMap((property) => within(checker.getTypeOfSymbol(property))),
  ];
}
