/* NotificationReadingsRepository */

-- markRead
update notifications set read_at = $5 where school_id = $1 and membership_id = $2 and target_type = $3 and target_id = $4 and read_at is null
returning id as "notificationId", membership_id as "membershipId";
