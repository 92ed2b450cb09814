/**
 * SQL for a student's address as an object, null while street or town is missing. It is not masked: whoever uses it
 * asks `addressVisible` first.
 */
export const postalAddress = (student: string, school: string): string => `
  case when ${student}.address_line1 is not null and ${student}.address_city is not null then json_build_object(
    'line1', ${student}.address_line1, 'line2', ${student}.address_line2, 'city', ${student}.address_city,
    'region', ${student}.address_region, 'postal_code', ${student}.address_postal_code,
    'country', coalesce(${student}.address_country, ${school}.country)) end`;
