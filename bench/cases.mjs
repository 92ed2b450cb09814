/** The calls that are measured, and the answers that both servers must agree on before. */
export function speedCases({ small, large }) {
  const roster = (school) => `/api/v1/schools/${school.id}/students`;
  return [
    { id: 'roster-600', path: roster(small), token: small.parent.token },
    { id: 'roster-5000', path: roster(large), token: large.parent.token, slow: true },
    { id: 'full-600', path: `${roster(small)}?full=true`, token: small.parent.token },
    { id: 'full-5000', path: `${roster(large)}?full=true`, token: large.parent.token, slow: true },
    { id: 'me', path: '/api/v1/me', token: small.parent.token },
    { id: 'student', path: `/api/v1/students/${small.studentId}`, token: small.parent.token },
    { id: 'markers-600', path: `/api/v1/schools/${small.id}/map-markers`, token: small.parent.token },
    { id: 'unchanged-600', path: roster(small), token: small.parent.token, unchanged: true },
  ];
}

export const TITLES = {
  'roster-600': 'roster, 600 students',
  'roster-5000': 'roster, 5,000 students',
  'full-600': 'full roster, 600',
  'full-5000': 'full roster, 5,000',
  me: '/me',
  student: '/students/{id}',
  'markers-600': 'map markers, 600',
  'unchanged-600': 'roster, 600, unchanged (304)',
};

/** The same calls, by the admins too. */
export const agreementCases = (schools) =>
  speedCases(schools).flatMap((call) => {
    const school = [schools.small, schools.large].find(({ parent }) => parent.token === call.token);
    return [call, { ...call, id: `${call.id} as admin`, token: school.admin.token }];
  });

export const headersOf = ({ token }) => ({ authorization: `Bearer ${token}` });
