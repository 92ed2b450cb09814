/** Whether other families see a person's contact (contract section 0.4): one choice across schools. */
export const PROFILE_VISIBILITIES = ['full', 'name_only'] as const;

export type ProfileVisibility = (typeof PROFILE_VISIBILITIES)[number];
