/** `failed` after the last attempt. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** `interrupted`: the process ended over the last attempt. `no_secret`: no key of the service opens the secret. */
export const DELIVERY_FAILURES = [
  'status',
  'timeout',
  'unreachable',
  'too_large',
  'private_address',
  'interrupted',
  'no_secret',
] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];
