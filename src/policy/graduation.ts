/** SQL: whether `student` has left by the day `on`: a graduation year ends with July. */
export const hasGraduated = (student: string, on: string): string =>
  `make_date(${student}.graduation_year, 8, 1) <= ${on}`;
