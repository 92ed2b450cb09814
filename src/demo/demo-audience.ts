import type { ContentFile } from '../imports/content/content-file.schema.js';
import { graduationYear } from './demo-students.js';

type AudienceInput = NonNullable<ContentFile['notices']>[number]['audience'];

/** To whom something is addressed; a grade is that of the day. */
export type DemoAudience = 'admins' | { grade: number } | { organizations: string[] };

/** @param today YYYY-MM-DD at the school */
export function audienceOf(audience: DemoAudience, today: string): AudienceInput {
  if (audience === 'admins') return { type: 'admins' };
  if ('organizations' in audience) return { type: 'organizations', ...audience };
  return { type: 'graduation_years', graduation_years: [graduationYear(audience.grade, today)] };
}
