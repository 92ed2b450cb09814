import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fromProjectRoot } from '../../src/platform/config/project-root.js';
import { Api, type ApiDocument } from '../support/released-api/api.js';
import { Oasdiff, releasedDocument, releasedVersions } from '../support/released-api/breaks.js';
import { BREAKS, HARMLESS_CHANGES } from '../support/released-api/seeded-changes.js';
import { textOf } from './source-files.js';

/*
 * A client of any release must go on working: docs/versioning.md says what may change. Whoever fails here adds beside what is
 * there, or begins a v2.
 */

const DOCUMENT = 'docs/openapi.json';
const oasdiff = await Oasdiff.find();
const describeWithOasdiff = oasdiff ? describe : describe.skip;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'school-directory-api-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** All changes are made to one document: comparing takes a second. */
async function foundAfter(changes: ((api: Api) => void)[]): Promise<string[]> {
  const api = new Api(JSON.parse(textOf(DOCUMENT)) as ApiDocument);
  for (const change of changes) change(api);
  const changed = join(folder, 'changed.json');
  writeFileSync(changed, JSON.stringify(api.document));
  return oasdiff!.breaks(fromProjectRoot(DOCUMENT), changed);
}

describeWithOasdiff('the document of the API', () => {
  it.each(releasedVersions())('breaks no client of %s', async (version) => {
    expect(await oasdiff!.breaks(releasedDocument(version), fromProjectRoot(DOCUMENT))).toEqual([]);
  });
});

describeWithOasdiff('a changed document of the API', () => {
  let found: string[];
  beforeAll(async () => (found = await foundAfter(BREAKS.map(([, change]) => change))));

  it.each(BREAKS)('breaks clients where %s', (_, _change, finding) => {
    expect(found.filter((one) => finding.test(one))).not.toEqual([]);
  });

  it('breaks no client by the changes that may come at any time', async () => {
    expect(HARMLESS_CHANGES.length).toBeGreaterThanOrEqual(20);
    expect(await foundAfter(HARMLESS_CHANGES.map(([, change]) => change))).toEqual([]);
  });

  it('refuses to judge what is no document', async () => {
    const nothing = join(folder, 'nothing.json');
    writeFileSync(nothing, '{}');
    await expect(oasdiff!.breaks(nothing, join(folder, 'missing.json'))).rejects.toThrow('missing.json');
  });
});
