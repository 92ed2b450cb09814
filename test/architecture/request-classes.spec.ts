import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LARGE_READS, requestClassOf } from '../../src/platform/admission/request-class.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { operationsOf } from './operations.js';

let t: TestApp;
let operations: [method: string, path: string][];
beforeAll(async () => {
  t = await startTestApp();
  operations = operationsOf(t.app).map((operation) => operation.split(' ') as [string, string]);
});
afterAll(() => t.close());

const thoseOf = (requestClass: string): string[] =>
  operations
    .filter(([method, path]) => requestClassOf(method, path) === requestClass)
    .map((operation) => operation.join(' '));

describe('The classes of requests', () => {
  it('take nothing but the two probes for probes', () => {
    expect(thoseOf('probe')).toEqual(['GET /healthz', 'GET /readyz']);
  });

  it('take every operation that is no read for a write', () => {
    const writes = operations.filter(([method]) => !['GET', 'REPORT', 'PROPFIND'].includes(method));
    expect(thoseOf('write')).toEqual(writes.map((operation) => operation.join(' ')));
  });

  it('take every file that is made for one reader, and every address book, for a large read', () => {
    const files = operations.filter(
      ([method, path]) => /\.(csv|ics|pdf|vcf)$|\/pdf$/.test(path) || method === 'REPORT',
    );
    expect(thoseOf('large')).toEqual(expect.arrayContaining(files.map((operation) => operation.join(' '))));
  });

  it('take what an app reads first for small, but for the roster and the calendar', () => {
    const read = ['/me', '/me/outstanding', '/schools/:schoolId/features', '/schools/:schoolId/notices'];
    expect(thoseOf('small')).toEqual(expect.arrayContaining(read.map((path) => `GET ${path}`)));
    const lists = ['/schools/:schoolId/students', '/schools/:schoolId/calendar'];
    expect(thoseOf('large')).toEqual(expect.arrayContaining(lists.map((path) => `GET ${path}`)));
  });

  it('name no path that no operation has', () => {
    const paths = thoseOf('large').map((operation) => operation.replace(/^\S+ /, ''));
    expect(LARGE_READS.filter((large) => !paths.some((path) => large.test(path)))).toEqual([]);
  });
});
