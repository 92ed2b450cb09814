/* BouncedAddressesRepository */

-- add
insert into bounced_addresses (email, bounces, bounced_at) values ($1, 1, $2)
on conflict (email) do update set bounces = bounced_addresses.bounces + 1, bounced_at = excluded.bounced_at;

-- count
SELECT "BouncedAddress"."email" AS "BouncedAddress_email",
  "BouncedAddress"."bounces" AS "BouncedAddress_bounces",
  "BouncedAddress"."bounced_at" AS "BouncedAddress_bounced_at"
FROM "bounced_addresses" "BouncedAddress"
WHERE (("BouncedAddress"."email" = $1))
LIMIT 1;
