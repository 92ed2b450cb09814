/** Whether other families see a person's contact (contract section 0.4): one choice across schools. */
export const PROFILE_VISIBILITIES = ['full', 'name_only'] as const;

export type ProfileVisibility = (typeof PROFILE_VISIBILITIES)[number];

/** SQL: whether the person `users u` hides their contact, by themselves or in any school. */
export const HIDES_CONTACT = `
  (u.profile_visibility = 'name_only' and u.email_verified_at is not null
    or exists (select from memberships hiding where hiding.user_id = u.id and hiding.profile_visibility = 'name_only'))`;
