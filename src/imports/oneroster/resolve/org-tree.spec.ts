import { describe, expect, it } from '@jest/globals';
import type { OrgRow } from '../parse/roster-data.js';
import { OrgTree } from './org-tree.js';

const org = (id: string, type: string, parentId = '', active = true): [string, OrgRow] => [
  id,
  { line: 2, id, type, parentId, active, name: `The ${id}` },
];

const tree = new OrgTree(
  new Map([
    org('state', 'state'),
    org('district', 'district', 'state'),
    org('north', 'school', 'district'),
    org('closed', 'school', 'district', false),
    org('science', 'department', 'north'),
    org('physics', 'department', 'science'),
    org('office', 'department', 'district'),
    org('lost', 'department', 'nowhere'),
    org('hen', 'department', 'egg'),
    org('egg', 'department', 'hen'),
    org('campus', 'college'),
    org('new-science', 'department', 'stored'),
  ]),
  new Map([['stored', {}]]),
);

describe('OrgTree', () => {
  it.each([
    ['north', { kind: 'school', schoolId: 'north', department: null }],
    ['science', { kind: 'school', schoolId: 'north', department: 'The science' }],
    ['physics', { kind: 'school', schoolId: 'north', department: 'The physics' }],
    ['stored', { kind: 'school', schoolId: 'stored', department: null }],
    ['new-science', { kind: 'school', schoolId: 'stored', department: 'The new-science' }],
    ['district', { kind: 'group' }],
    ['office', { kind: 'group' }],
    ['closed', { kind: 'closed' }],
    ['lost', { kind: 'unknown' }],
    ['hen', { kind: 'unknown' }],
    ['campus', { kind: 'unknown' }],
    ['never heard of', { kind: 'unknown' }],
    ['', { kind: 'unknown' }],
  ])('leads from %j to %j', (id, meaning) => expect(tree.meaningOf(id)).toEqual(meaning));

  it('names the schools that are open', () => {
    expect(tree.schools().map(({ id }) => id)).toEqual(['north']);
  });
});
