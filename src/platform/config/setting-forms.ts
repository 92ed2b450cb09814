import { z } from 'zod';

/* Forms that settings of several programs have. Each is a text of the environment at first. */

export const flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'], error: 'true or false' });
export const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d+$/, { error: `a whole number from ${from} to ${to}` })
    .transform(Number)
    .refine((value) => value >= from && value <= to, { error: `a whole number from ${from} to ${to}` });

const SECRET = '32 characters or more without white space (openssl rand -hex 32)';
export const secret = z.string({ error: SECRET }).regex(/^[\x21-\x7e]{32,}$/, { error: SECRET });
