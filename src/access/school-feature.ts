/** The feature toggles of a school (specification section 1, rule 10), in the order the specification names them. */
export const SCHOOL_FEATURES = [
  'lunch_menus',
  'calendar',
  'staff_directory',
  'document_library',
  'notices',
  'polls',
  'signups',
] as const;

export type SchoolFeature = (typeof SCHOOL_FEATURES)[number];
export type FeatureFlags = Record<SchoolFeature, boolean>;

export const isOn = (features: Partial<FeatureFlags>, feature: SchoolFeature): boolean =>
  features[feature] ?? true;
