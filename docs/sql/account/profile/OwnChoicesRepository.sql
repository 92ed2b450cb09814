/* OwnChoicesRepository */

-- setAddressVisibility
update users set hides_address = not $2, address_chosen = true
where id = $1 and (hides_address = $2 or not address_chosen);

-- setVisibility
update users set profile_visibility = $2, visibility_chosen = true
where id = $1 and (profile_visibility <> $2 or not visibility_chosen);
