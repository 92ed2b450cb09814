/** SQL: whether the address `held` leads to its account: it is proven, or the only word there is on whose the account is. */
export const leadsToAccount = (held: string): string => `(${held}.verified_at is not null
  or not exists (select from user_addresses proven where proven.user_id = ${held}.user_id and proven.verified_at is not null))`;
