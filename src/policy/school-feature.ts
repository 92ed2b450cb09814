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

/** SQL: the same of a row of `schools`. */
export const isTurnedOn = (school: string, feature: SchoolFeature): string =>
  isNamedOn(school, `'${feature}'`);

/** @param feature SQL of its name */
export const isNamedOn = (school: string, feature: string): string =>
  `coalesce((${school}.features ->> ${feature})::boolean, true)`;

/** Every toggle by name, those never touched being on. */
export const allFlags = (features: Partial<FeatureFlags>): FeatureFlags =>
  Object.fromEntries(SCHOOL_FEATURES.map((name) => [name, isOn(features, name)])) as FeatureFlags;
