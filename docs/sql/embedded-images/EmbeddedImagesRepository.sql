/* EmbeddedImagesRepository */

-- deleteExpired
delete from embedded_images where school_id = $1 and id in (
  select i.id from embedded_images i
  where i.school_id = $1 and i.unused_since <= $2::timestamptz - interval '1 day' for update skip locked);

-- findVisible
select i.id, i.content_type as "contentType" from embedded_images i
 where i.school_id = $1 and i.id = $6 and ((exists (select from documents item where item.school_id = i.school_id
     and embedded_image_ids(item.description) @> array[i.id::text]
     and true and 'document_library' = any ($5::text[]) and (item.school_id = $1
   and (case item.audience_type
   when 'school' then true
   when 'admins' then $3::boolean
   when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
   join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
     and pupil.archived_at is null
   where family.school_id = $1::uuid and family.membership_id = $2::uuid)
   when 'organizations' then item.audience_organization_ids && array(select own.id from (
 select on_roster.organization_id as id from organization_parents on_roster
 where on_roster.school_id = $1::uuid and on_roster.membership_id = $2::uuid
 union all
 select enrolled.organization_id from family_guardians family
 join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
   and pupil.archived_at is null
 join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
 where family.school_id = $1::uuid and family.membership_id = $2::uuid
 union all
 select leader.organization_id from organization_leaders leader
 where leader.school_id = $1::uuid and leader.membership_id = $2::uuid
 union all
 select leader.organization_id from memberships self
 join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
 join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
   and lower(employed.email) = held.email
 join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
 where self.school_id = $1::uuid and self.id = $2::uuid
 union all
 select granted.id from organization_grants held
 join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
   and granted.archived_at is null
 where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
   and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
   and own.school_id = $1::uuid and own.archived_at is null) end or ($3::boolean or item.organization_id = any (array(select own.id from (
 select granted.id from organization_grants held
 join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
   and granted.archived_at is null
 where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
   and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
   and own.school_id = $1::uuid and own.archived_at is null)::uuid[])))))
or exists (select from school_details item where item.school_id = i.school_id
     and embedded_image_ids(item.description) @> array[i.id::text]
     and true and 'document_library' = any ($5::text[]))
or exists (select from notices item where item.school_id = i.school_id
     and embedded_image_ids(item.body) @> array[i.id::text]
     and true and 'notices' = any ($5::text[]) and ((item.school_id = $1 and item.starts_at <= $4::timestamptz
   and item.expires_at > $4::timestamptz and case item.audience_type
   when 'school' then true
   when 'admins' then $3::boolean
   when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
   join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
     and pupil.archived_at is null
   where family.school_id = $1::uuid and family.membership_id = $2::uuid)
   when 'organizations' then item.audience_organization_ids && array(select own.id from (
 select on_roster.organization_id as id from organization_parents on_roster
 where on_roster.school_id = $1::uuid and on_roster.membership_id = $2::uuid
 union all
 select enrolled.organization_id from family_guardians family
 join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
   and pupil.archived_at is null
 join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
 where family.school_id = $1::uuid and family.membership_id = $2::uuid
 union all
 select leader.organization_id from organization_leaders leader
 where leader.school_id = $1::uuid and leader.membership_id = $2::uuid
 union all
 select leader.organization_id from memberships self
 join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
 join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
   and lower(employed.email) = held.email
 join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
 where self.school_id = $1::uuid and self.id = $2::uuid
 union all
 select granted.id from organization_grants held
 join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
   and granted.archived_at is null
 where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
   and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
   and own.school_id = $1::uuid and own.archived_at is null) end)
   or item.school_id = $1 and ($3::boolean or item.organization_id = any (array(select own.id from (
 select granted.id from organization_grants held
 join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
   and granted.archived_at is null
 where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
   and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
   and own.school_id = $1::uuid and own.archived_at is null)::uuid[]))))
or exists (select from polls item where item.school_id = i.school_id
     and embedded_image_ids(item.description) @> array[i.id::text]
     and true and 'polls' = any ($5::text[]) and ((item.school_id = $1 and (item.opens_at <= $4::timestamptz and item.deleted_at is null) and case item.audience_type
   when 'school' then true
   when 'admins' then $3::boolean
   when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
   join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
     and pupil.archived_at is null
   where family.school_id = $1::uuid and family.membership_id = $2::uuid)
   when 'organizations' then item.audience_organization_ids && array(select own.id from (
 select on_roster.organization_id as id from organization_parents on_roster
 where on_roster.school_id = $1::uuid and on_roster.membership_id = $2::uuid
 union all
 select enrolled.organization_id from family_guardians family
 join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
   and pupil.archived_at is null
 join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
 where family.school_id = $1::uuid and family.membership_id = $2::uuid
 union all
 select leader.organization_id from organization_leaders leader
 where leader.school_id = $1::uuid and leader.membership_id = $2::uuid
 union all
 select leader.organization_id from memberships self
 join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
 join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
   and lower(employed.email) = held.email
 join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
 where self.school_id = $1::uuid and self.id = $2::uuid
 union all
 select granted.id from organization_grants held
 join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
   and granted.archived_at is null
 where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
   and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
   and own.school_id = $1::uuid and own.archived_at is null) end)
   or item.school_id = $1 and (($3::boolean or item.organization_id = any (array(select own.id from (
 select granted.id from organization_grants held
 join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
   and granted.archived_at is null
 where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
   and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
   and own.school_id = $1::uuid and own.archived_at is null)::uuid[])) and coalesce(item.deleted_at > $4::timestamptz - interval '30 days', true))))
or exists (select from signups item where item.school_id = i.school_id
     and embedded_image_ids(item.description) @> array[i.id::text]
     and true and 'signups' = any ($5::text[]) and ((item.school_id = $1 and ((item.opens_at <= $4::timestamptz and item.deleted_at is null)
   and (item.visible_until is null or item.visible_until > $4::timestamptz))
   and case item.audience_type
   when 'school' then true
   when 'admins' then $3::boolean
   when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
   join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
     and pupil.archived_at is null
   where family.school_id = $1::uuid and family.membership_id = $2::uuid)
   when 'organizations' then item.audience_organization_ids && array(select own.id from (
 select on_roster.organization_id as id from organization_parents on_roster
 where on_roster.school_id = $1::uuid and on_roster.membership_id = $2::uuid
 union all
 select enrolled.organization_id from family_guardians family
 join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
   and pupil.archived_at is null
 join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
 where family.school_id = $1::uuid and family.membership_id = $2::uuid
 union all
 select leader.organization_id from organization_leaders leader
 where leader.school_id = $1::uuid and leader.membership_id = $2::uuid
 union all
 select leader.organization_id from memberships self
 join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
 join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
   and lower(employed.email) = held.email
 join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
 where self.school_id = $1::uuid and self.id = $2::uuid
 union all
 select granted.id from organization_grants held
 join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
   and granted.archived_at is null
 where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
   and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
   and own.school_id = $1::uuid and own.archived_at is null) end)
   or item.school_id = $1 and (($3::boolean or item.organization_id = any (array(select own.id from (
 select granted.id from organization_grants held
 join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
   and granted.archived_at is null
 where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
   and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
   and own.school_id = $1::uuid and own.archived_at is null)::uuid[])) and coalesce(item.deleted_at > $4::timestamptz - interval '30 days', true))))
or exists (select from permission_slips item where item.school_id = i.school_id
     and embedded_image_ids(item.body) @> array[i.id::text]
     and true and 'signups' = any ($5::text[]) and ((item.school_id = $1 and ((item.opens_at <= $4::timestamptz and item.deleted_at is null) and coalesce(item.visible_until > $4::timestamptz, true)) and case item.audience_type
   when 'school' then true
   when 'admins' then $3::boolean
   when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
   join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
     and pupil.archived_at is null
   where family.school_id = $1::uuid and family.membership_id = $2::uuid)
   when 'organizations' then item.audience_organization_ids && array(select own.id from (
 select on_roster.organization_id as id from organization_parents on_roster
 where on_roster.school_id = $1::uuid and on_roster.membership_id = $2::uuid
 union all
 select enrolled.organization_id from family_guardians family
 join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
   and pupil.archived_at is null
 join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
 where family.school_id = $1::uuid and family.membership_id = $2::uuid
 union all
 select leader.organization_id from organization_leaders leader
 where leader.school_id = $1::uuid and leader.membership_id = $2::uuid
 union all
 select leader.organization_id from memberships self
 join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
 join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
   and lower(employed.email) = held.email
 join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
 where self.school_id = $1::uuid and self.id = $2::uuid
 union all
 select granted.id from organization_grants held
 join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
   and granted.archived_at is null
 where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
   and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
   and own.school_id = $1::uuid and own.archived_at is null) end) or item.school_id = $1 and (($3::boolean or item.organization_id = any (array(select own.id from (
 select granted.id from organization_grants held
 join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
   and granted.archived_at is null
 where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
   and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
   and own.school_id = $1::uuid and own.archived_at is null)::uuid[])) and coalesce(item.deleted_at > $4::timestamptz - interval '30 days', true))))
or exists (select from events item where item.school_id = i.school_id
     and embedded_image_ids(item.description) @> array[i.id::text]
     and not (item.status = 'cancelled' and item.series_id is null) and 'calendar' = any ($5::text[]) and (item.status <> 'cancelled'
   or item.series_id is not null and (item.cancelled_at + interval '30 days') > $4::timestamptz) and (case item.audience_type
   when 'school' then true
   when 'admins' then $3::boolean
   when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
   join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
     and pupil.archived_at is null
   where family.school_id = $1::uuid and family.membership_id = $2::uuid)
   when 'organizations' then item.audience_organization_ids && array(select own.id from (
 select on_roster.organization_id as id from organization_parents on_roster
 where on_roster.school_id = $1::uuid and on_roster.membership_id = $2::uuid
 union all
 select enrolled.organization_id from family_guardians family
 join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
   and pupil.archived_at is null
 join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
 where family.school_id = $1::uuid and family.membership_id = $2::uuid
 union all
 select leader.organization_id from organization_leaders leader
 where leader.school_id = $1::uuid and leader.membership_id = $2::uuid
 union all
 select leader.organization_id from memberships self
 join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
 join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
   and lower(employed.email) = held.email
 join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
 where self.school_id = $1::uuid and self.id = $2::uuid
 union all
 select granted.id from organization_grants held
 join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
   and granted.archived_at is null
 where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
   and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
   and own.school_id = $1::uuid and own.archived_at is null) end or ($3::boolean or item.organization_id = any (array(select own.id from (
 select granted.id from organization_grants held
 join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
   and granted.archived_at is null
 where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
   and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
   and own.school_id = $1::uuid and own.archived_at is null)::uuid[]))))
or exists (select from event_series item where item.school_id = i.school_id
     and embedded_image_ids(item.description) @> array[i.id::text]
     and true and 'calendar' = any ($5::text[]) and (case item.audience_type
   when 'school' then true
   when 'admins' then $3::boolean
   when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
   join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
     and pupil.archived_at is null
   where family.school_id = $1::uuid and family.membership_id = $2::uuid)
   when 'organizations' then item.audience_organization_ids && array(select own.id from (
 select on_roster.organization_id as id from organization_parents on_roster
 where on_roster.school_id = $1::uuid and on_roster.membership_id = $2::uuid
 union all
 select enrolled.organization_id from family_guardians family
 join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
   and pupil.archived_at is null
 join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
 where family.school_id = $1::uuid and family.membership_id = $2::uuid
 union all
 select leader.organization_id from organization_leaders leader
 where leader.school_id = $1::uuid and leader.membership_id = $2::uuid
 union all
 select leader.organization_id from memberships self
 join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
 join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
   and lower(employed.email) = held.email
 join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
 where self.school_id = $1::uuid and self.id = $2::uuid
 union all
 select granted.id from organization_grants held
 join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
   and granted.archived_at is null
 where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
   and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
   and own.school_id = $1::uuid and own.archived_at is null) end or ($3::boolean or item.organization_id = any (array(select own.id from (
 select granted.id from organization_grants held
 join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
   and granted.archived_at is null
 where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
   and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
   and own.school_id = $1::uuid and own.archived_at is null)::uuid[]))))
or exists (select from organizations item where item.school_id = i.school_id
     and embedded_image_ids(item.description) @> array[i.id::text]
     and true and (item.archived_at is null or $3::boolean)))
   or i.uploaded_by_membership_id = $2::uuid and i.unused_since > $4::timestamptz - interval '1 day' and not (exists (select from documents item where item.school_id = i.school_id
     and embedded_image_ids(item.description) @> array[i.id::text]
     and true and true)
or exists (select from school_details item where item.school_id = i.school_id
     and embedded_image_ids(item.description) @> array[i.id::text]
     and true and true)
or exists (select from notices item where item.school_id = i.school_id
     and embedded_image_ids(item.body) @> array[i.id::text]
     and true and true)
or exists (select from polls item where item.school_id = i.school_id
     and embedded_image_ids(item.description) @> array[i.id::text]
     and true and true)
or exists (select from signups item where item.school_id = i.school_id
     and embedded_image_ids(item.description) @> array[i.id::text]
     and true and true)
or exists (select from permission_slips item where item.school_id = i.school_id
     and embedded_image_ids(item.body) @> array[i.id::text]
     and true and true)
or exists (select from events item where item.school_id = i.school_id
     and embedded_image_ids(item.description) @> array[i.id::text]
     and not (item.status = 'cancelled' and item.series_id is null) and true)
or exists (select from event_series item where item.school_id = i.school_id
     and embedded_image_ids(item.description) @> array[i.id::text]
     and true and true)
or exists (select from organizations item where item.school_id = i.school_id
     and embedded_image_ids(item.description) @> array[i.id::text]
     and true and true)));

-- insert
INSERT INTO "embedded_images"("id", "school_id", "key", "content_type", "width", "height",
  "size_bytes", "uploaded_by_membership_id",
  "uploaded_at", "unused_since")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
RETURNING "id";
