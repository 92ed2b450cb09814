import { z } from 'zod';
import { hasChoicesToChoose, MAX_CHOICES } from '../../features/questions/imported-question.js';
import { QUESTION_TYPES } from '../../features/questions/stored-answers.js';
import { name } from './schema-fields.js';

const details = {
  type: z.enum(QUESTION_TYPES),
  text: name(),
  required: z.boolean().optional(),
  choices: z.array(name()).max(MAX_CHOICES).optional().describe('With single_choice and multi_choice.'),
};

const CHOICES = {
  error: 'a question has choices when it asks to choose, and only then',
  params: { code: 'missing_field' },
  path: ['choices'],
};

/** A question of a sign-up. */
export const questionSchema = z.object(details).refine(hasChoicesToChoose, CHOICES);

/** A question of a permission slip (contract section 14, rule 15). */
export const slipQuestionSchema = z
  .object({
    ...details,
    private: z.boolean().optional().describe('Other guardians do not see the answer.'),
    required_on_decline: z
      .boolean()
      .optional()
      .describe('Whether those who decline have to answer it as well.'),
  })
  .refine(hasChoicesToChoose, CHOICES);
