import 'reflect-metadata';
import { readFile, writeFile } from 'node:fs/promises';
import { NestFactory } from '@nestjs/core';
import { stringify } from 'yaml';
import { AppModule } from '../app.module.js';
import { settingsFrom } from '../platform/config/settings.js';
import { fromProjectRoot } from '../platform/config/project-root.js';
import { versioned } from '../platform/http/versioning.js';
import { contentFileJsonSchema } from '../imports/content/content-file.schema.js';
import { asOpenApi31 } from '../platform/openapi/openapi-31.js';
import { openApiDocument } from '../platform/openapi/openapi-document.js';

// `npm run openapi` writes the document and the schema of content files; with --check it fails when a committed one is another.
const app = await NestFactory.create(
  AppModule.with({
    ...settingsFrom({ LOG_LEVEL: 'silent' }, { now: 0, terminal: false }),
    databaseUrl: 'postgres://unused',
  }),
  // Nothing is instantiated: the document needs the declarations alone, and no database.
  { preview: true, logger: false },
);
const document = openApiDocument(versioned(app));
const files = {
  'docs/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
  'docs/openapi-3.1.json': `${JSON.stringify(asOpenApi31(document), null, 2)}\n`,
  'docs/openapi.yaml': stringify(document, { lineWidth: 120 }),
  'public/docs/content-file.schema.json': `${JSON.stringify(contentFileJsonSchema(), null, 2)}\n`,
};

for (const [name, text] of Object.entries(files)) {
  if (!process.argv.includes('--check')) await writeFile(fromProjectRoot(name), text);
  else if ((await readFile(fromProjectRoot(name), 'utf8').catch(() => '')) !== text) {
    process.stderr.write(`${name} does not describe the code: run npm run openapi and commit it.\n`);
    process.exitCode = 1;
  }
}
