import { describe, expect, it } from '@jest/globals';
import type { ApiDocument } from '../support/released-api/api.js';
import { textOf } from './source-files.js';

const versionIn = (file: string): string => (JSON.parse(textOf(file)) as { version: string }).version;
const documentIn = (file: string): ApiDocument => JSON.parse(textOf(file)) as ApiDocument;

const VERSION = versionIn('package.json');

describe(`the release ${VERSION}`, () => {
  it('names one version in the lock, the typed client and the document of the API', () => {
    const named = {
      lock: versionIn('package-lock.json'),
      client: versionIn('clients/typescript/package.json'),
      document: documentIn('docs/openapi.json').info.version,
    };
    expect(named).toEqual({ lock: VERSION, client: VERSION, document: VERSION });
  });

  it('keeps the document with which it was released', () => {
    const { info, paths } = documentIn(`docs/api/released/${VERSION}.json`);
    expect(info.version).toBe(VERSION);
    expect(Object.keys(paths).length).toBeGreaterThan(100);
  });

  it('says in the changelog what operators and app developers must do', () => {
    const [, part = ''] = textOf('CHANGELOG.md').split(
      new RegExp(`^## ${VERSION} — \\d{4}-\\d\\d-\\d\\d$`, 'm'),
    );
    const [own = ''] = part.split(/^## /m);
    expect(own).toContain('**App developers must**');
    expect(own).toContain('**Operators must**');
  });

  it('calls the packed client by its version', () => {
    expect(textOf('clients/typescript/README.md')).toContain(`school-directory-client-${VERSION}.tgz`);
  });
});
