/* StaffEntriesRepository */

-- findOfAccount
select entry.school_id as "schoolId", entry.id from staff_members entry
join user_addresses held on held.email = lower(entry.email) and held.verified_at is not null
where held.user_id = $1 and entry.school_id = any ($2::uuid[]) and entry.archived_at is null
order by entry.school_id, entry.id;
