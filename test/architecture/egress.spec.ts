import { expect, it } from '@jest/globals';
import ts from 'typescript';
import { nodesOf, parsed, productFiles } from './source-files.js';

/** Who may speak to the network, with what, and whom to. Whoever is new here needs a row in docs/threat-model.md. */
const SPEAKERS: Record<string, string[]> = {
  // Outside services, at addresses that the operator has set.
  'src/platform/upstream/fetch-json.ts': ['node:http', 'node:https', 'node:net'],
  'src/platform/upstream/public-address.ts': ['node:dns/promises', 'node:net'],
  // Receivers of webhooks, at public addresses that senior admins have set.
  'src/platform/upstream/post-bounded.ts': ['node:http', 'node:https'],
  'src/platform/storage/s3.object-store.ts': ['@aws-sdk/client-s3', '@aws-sdk/s3-request-presigner'],
  'src/platform/mail/mail.module.ts': ['nodemailer'],
  'src/platform/observability/tracing/open-telemetry.ts': ['@opentelemetry/exporter-trace-otlp-http'],
  'src/cli/doctor/web-services.check.ts': ['fetch'],
  'src/cli/doctor/mail.check.ts': ['nodemailer'],
  'src/cli/doctor/bucket.check.ts': ['@aws-sdk/client-s3'],
  'src/cli/mail.commands.ts': ['nodemailer'],
  'src/platform/storage/bucket.ts': ['@aws-sdk/client-s3'],
  // Our own address, as families come by it.
  'src/cli/doctor/outside.check.ts': ['node:https'],
  // The database.
  'src/platform/database/data-source.ts': ['typeorm'],
  'src/platform/database/database-client.ts': ['pg'],
  'src/dev/embedded/postmaster.ts': ['pg'],
  // This machine: what listens on our ports, and a port for the embedded database.
  'src/cli/doctor/machine.check.ts': ['fetch', 'node:net'],
  'src/dev/embedded/postgres-server.ts': ['node:net'],
  // The API, from the tool server and its login.
  'src/mcp/api.ts': ['fetch'],
  'src/mcp/device-sign-in.ts': ['fetch'],
  // The cells, from the router, which HAProxy is told of, too.
  'src/router/cell.ts': ['fetch'],
  'src/router/exchange.ts': ['node:http', 'node:https'],
  'src/router/proxy-map.ts': ['node:net'],
  // Those that listen.
  'src/platform/http/bounded-server.ts': ['node:http'],
  'src/platform/observability/metrics-server.ts': ['node:http'],
};

const MODULES =
  /^(node:)?(https?|http2|net|tls|dgram|dns|dns\/promises|inspector|inspector\/promises)$|^(undici|axios|got|ws|nodemailer|pg|node-fetch)$|^@aws-sdk\/|^@smithy\/|otlp/;
const GLOBALS = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'];

/** What a file may reach the network with; types are nothing at run time. */
function meansOf(file: string): string[] {
  const found = new Set<string>();
  for (const node of nodesOf(parsed(file))) {
    if (ts.isImportDeclaration(node) && !isOfTypes(node)) keep(node.moduleSpecifier);
    if (ts.isExportDeclaration(node) && node.moduleSpecifier && !node.isTypeOnly) keep(node.moduleSpecifier);
    if (
      ts.isCallExpression(node) &&
      /^(import|require|process\.getBuiltinModule)$/.test(node.expression.getText())
    )
      keep(node.arguments[0]);
    if (ts.isIdentifier(node) && GLOBALS.includes(node.text) && !isMember(node)) found.add(node.text);
    if (ts.isNewExpression(node) && node.expression.getText() === 'DataSource') found.add('typeorm');
  }
  return [...found].sort();

  function keep(specifier: ts.Expression | undefined): void {
    if (specifier && ts.isStringLiteralLike(specifier) && MODULES.test(specifier.text))
      found.add(specifier.text);
  }
}

/** `import type`, or nothing but types in the braces. */
function isOfTypes({ importClause }: ts.ImportDeclaration): boolean {
  if (!importClause) return false;
  if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { name, namedBindings } = importClause;
  if (name || !namedBindings || !ts.isNamedImports(namedBindings)) return false;
  return namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly);
}

/** `desk.fetch`, and the name of a method. */
const isMember = ({ parent, pos }: ts.Identifier): boolean =>
  (ts.isPropertyAccessExpression(parent) &&
    parent.name.pos === pos &&
    !/^globalThis/.test(parent.getText())) ||
  ts.isMethodDeclaration(parent) ||
  ts.isPropertyAssignment(parent);

it('nothing speaks to the network but what is meant to', () => {
  const speakers = productFiles()
    .map((file) => [file, meansOf(file)] as const)
    .filter(([, means]) => means.length > 0);
  const meant = Object.entries(SPEAKERS).map(([file, means]) => [file, means.toSorted()] as const);
  expect(Object.fromEntries(speakers)).toEqual(Object.fromEntries(meant));
});
