export const TWO_STEP_METHODS = ['totp', 'email'] as const;
export type TwoStepMethod = (typeof TWO_STEP_METHODS)[number];
