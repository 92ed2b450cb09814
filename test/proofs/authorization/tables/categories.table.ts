import { randomUUID } from 'node:crypto';
import type { Operation } from '../matrix.table.js';
import { SCHOOL, SENIOR_ADMINS } from '../school.grid.js';

export const CATEGORY_OPERATIONS: Record<string, Operation> = {
  'GET /schools/:schoolId/categories': { access: SCHOOL, ok: 200 },
  'POST /schools/:schoolId/categories': {
    access: SENIOR_ADMINS,
    ok: 201,
    body: () => ({ name: randomUUID(), color: '#112233' }),
  },
  'PUT /schools/:schoolId/categories/order': {
    access: SENIOR_ADMINS,
    ok: 200,
    body: ({ categoryId }, target) => ({ ids: [categoryId?.[target]] }),
    spendsItsCaller: true,
  },
  'PATCH /schools/:schoolId/categories/:categoryId': {
    access: SENIOR_ADMINS,
    ok: 200,
    body: { color: '#332211' },
  },
  'DELETE /schools/:schoolId/categories/:categoryId': {
    access: SENIOR_ADMINS,
    ok: 204,
    spendsItsCaller: true,
  },
};
