import { describe, expect, it } from '@jest/globals';
import { emptyReport } from '../../../platform/import-report.js';
import { IssueLog } from '../issue-log.js';
import { USER_COLUMNS } from './columns.js';
import { isOneEditAway, readHeader } from './header.js';

function headerOf(...cells: string[]) {
  const log = new IssueLog();
  const header = readHeader(cells, USER_COLUMNS, { file: 'users.csv', line: 1 }, log);
  const report = emptyReport(false);
  log.writeTo(report);
  return { header, warnings: report.warnings.map(({ line, code, value }) => [line, code, value]) };
}

describe('readHeader', () => {
  it('takes columns in any order, case and spacing, and passes over the others', () => {
    const { header, warnings } = headerOf(
      'Family_Name',
      'password',
      ' given name ',
      'SOURCEDID',
      'metadata.role',
    );
    expect([...header]).toEqual([
      ['id', [3]],
      ['firstName', [2]],
      ['lastName', [0]],
    ]);
    expect(warnings).toEqual([]);
  });

  it('reads the singular of a list without a word', () => {
    const { header, warnings } = headerOf('sourcedId', 'orgSourcedId', 'agentSourcedId', 'grade');
    expect([...header.keys()]).toEqual(['id', 'orgIds', 'agentIds', 'grades']);
    expect(warnings).toEqual([]);
  });

  it('reports names that it had to guess', () => {
    const { header, warnings } = headerOf('sourcedId', 'orgs', 'agents', 'famliyName');
    expect(header.get('orgIds')).toEqual([1]);
    expect(header.get('agentIds')).toEqual([2]);
    expect(header.get('lastName')).toEqual([3]);
    expect(warnings).toEqual([
      [1, 'misnamed_header', 'orgs'],
      [1, 'misnamed_header', 'famliyName'],
      [1, 'misnamed_header', 'agents'],
    ]);
  });

  it('leaves guesses aside where the right name is there', () => {
    const { header, warnings } = headerOf('sourcedId', 'school', 'orgSourcedIds');
    expect(header.get('orgIds')).toEqual([2]);
    expect(warnings).toEqual([]);
  });

  it('remembers every place of a repeated column and reports the later ones', () => {
    const { header, warnings } = headerOf('sourcedId', 'role', 'givenName', 'role');
    expect(header.get('role')).toEqual([1, 3]);
    expect(warnings).toEqual([[1, 'repeated_header', 'role']]);
  });

  it('never has a place for a password', () => {
    expect([...headerOf('sourcedId', 'password').header.keys()]).toEqual(['id']);
  });
});

describe('isOneEditAway', () => {
  it.each([
    ['familyname', 'famliyname', true],
    ['familyname', 'familynam', true],
    ['familyname', 'familynamee', true],
    ['familyname', 'famulyname', true],
    ['familyname', 'familyname', false],
    ['familyname', 'givenname', false],
    ['orgsourcedids', 'agentsourcedids', false],
  ])('compares %s and %s as %s', (a, b, expected) => expect(isOneEditAway(a, b)).toBe(expected));
});
