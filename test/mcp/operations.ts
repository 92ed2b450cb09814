/** Specification section 4: the tools and the operations that they are. */
export const SPECIFIED: Record<string, string> = {
  get_me: '/me',
  get_my_contact: '/me/contact',
  list_students: '/schools/{schoolId}/students',
  get_student: '/students/{studentId}',
  get_student_note: '/students/{studentId}/note',
  list_map_markers: '/schools/{schoolId}/map-markers',
  list_lists: '/schools/{schoolId}/lists',
  get_list: '/lists/{listId}',
  get_student_photo_url: '/students/{studentId}/photo/download-url',
  get_parent_photo_url: '/parents/{parentId}/photo/download-url',
  list_menus: '/schools/{schoolId}/menus',
  get_menus_week: '/schools/{schoolId}/menus/week',
  get_menus_day: '/schools/{schoolId}/menus/day',
  list_calendar: '/schools/{schoolId}/calendar',
  list_staff: '/schools/{schoolId}/staff',
  list_documents: '/schools/{schoolId}/documents',
  list_notices: '/schools/{schoolId}/notices',
  get_school_features: '/schools/{schoolId}/features',
};

/** Contract section 12. */
export const ADDITIVE: Record<string, string> = {
  get_poll: '/polls/{pollId}',
  list_polls: '/schools/{schoolId}/polls',
  list_signups: '/schools/{schoolId}/signups',
  get_signup: '/signups/{signupId}',
  list_permission_slips: '/schools/{schoolId}/permission-slips',
  get_permission_slip: '/permission-slips/{slipId}',
  list_organizations: '/schools/{schoolId}/organizations',
  get_organization: '/organizations/{organizationId}',
  get_organization_schedule: '/organizations/{organizationId}/schedule',
  get_organization_results: '/organizations/{organizationId}/results',
  list_notifications: '/schools/{schoolId}/notifications',
  get_watch: '/schools/{schoolId}/watch',
  list_categories: '/schools/{schoolId}/categories',
};

export type Given = Record<string, string | number>;

/** The arguments that the operation at this path cannot do without. */
export function argumentsOf(path: string, values: Given): Given {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  if (path.endsWith('/week')) names.push('start');
  if (path.endsWith('/day')) names.push('date');
  return Object.fromEntries(names.map((name) => [name, values[name] ?? 'some']));
}

/** The address of an operation below {base_url}, put together without the tool server. */
export function addressOf(path: string, given: Given): string {
  const query = new URLSearchParams();
  let address = path;
  for (const [name, value] of Object.entries(given)) {
    const placeholder = `{${name}}`;
    if (address.includes(placeholder)) address = address.replace(placeholder, encodeURIComponent(value));
    else query.set(name, String(value));
  }
  return query.size > 0 ? `${address}?${query.toString()}` : address;
}
