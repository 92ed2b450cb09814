/* RetentionRepository */

-- removeBatch
delete from attachments where ctid = any (array(select ctid from attachments where uploaded_at <= $1 and num_nonnulls(document_id,
  notice_id, permission_slip_id,
  slip_response_id) = 0 order by uploaded_at limit 500 for update skip locked));

delete from attempt_counts where ctid = any (array(select ctid from attempt_counts where expire <= $1 order by expire limit 500 for update skip locked));

delete from backups where ctid = any (array(select ctid from backups where made_at <= $1 order by made_at limit 500 for update skip locked));

delete from bounced_addresses where ctid = any (array(select ctid from bounced_addresses where bounced_at <= $1 order by bounced_at limit 500 for update skip locked));

delete from confirmation_rounds where ctid = any (array(select ctid from confirmation_rounds where closed_at <= $1 order by closed_at limit 500 for update skip locked));

delete from corrections where ctid = any (array(select ctid from corrections where settled_at <= $1 order by settled_at limit 500 for update skip locked));

delete from embedded_images where ctid = any (array(select ctid from embedded_images where unused_since <= $1 order by unused_since limit 500 for update skip locked));

delete from ended_tokens where ctid = any (array(select ctid from ended_tokens where expires_at <= $1 order by expires_at limit 500 for update skip locked));

delete from events where ctid = any (array(select ctid from events where cancelled_at <= $1 and status = 'cancelled' and series_id is null and source = 'api'
and not exists (select from event_results r where r.school_id = events.school_id and r.event_id = events.id)
and not exists (select from signups s where s.school_id = events.school_id and s.event_id = events.id)
and not exists (select from permission_slips s where s.school_id = events.school_id and s.event_id = events.id) order by cancelled_at limit 500 for update skip locked));

delete from idempotency_keys where ctid = any (array(select ctid from idempotency_keys where created_at <= $1 order by created_at limit 500 for update skip locked));

delete from import_changes where ctid = any (array(select ctid from import_changes where at <= $1 order by at limit 500 for update skip locked));

delete from import_runs where ctid = any (array(select ctid from import_runs where at <= $1 order by at limit 500 for update skip locked));

delete from invitations where ctid = any (array(select ctid from invitations where created_at <= $1 order by created_at limit 500 for update skip locked));

delete from known_sources where ctid = any (array(select ctid from known_sources where used_at <= $1 order by used_at limit 500 for update skip locked));

delete from mails where ctid = any (array(select ctid from mails where created_at <= $1 and notification_id is null and (last_error is null or created_at <= $1::timestamptz - interval '53 days') order by created_at limit 500 for update skip locked));

delete from member_departures where ctid = any (array(select ctid from member_departures where left_at <= $1 order by left_at limit 500 for update skip locked));

delete from menu_image_runs where ctid = any (array(select ctid from menu_image_runs where expires_at <= $1 order by expires_at limit 500 for update skip locked));

delete from notifications where ctid = any (array(select ctid from notifications where created_at <= $1 order by created_at limit 500 for update skip locked));

delete from oauth_artifacts where ctid = any (array(select ctid from oauth_artifacts where expires_at <= $1 order by expires_at limit 500 for update skip locked));

delete from one_time_links where ctid = any (array(select ctid from one_time_links where expires_at <= $1 order by expires_at limit 500 for update skip locked));

delete from refresh_tokens where ctid = any (array(select ctid from refresh_tokens where expires_at <= $1 order by expires_at limit 500 for update skip locked));

delete from sign_in_codes where ctid = any (array(select ctid from sign_in_codes where expires_at <= $1 order by expires_at limit 500 for update skip locked));

delete from two_step_challenges where ctid = any (array(select ctid from two_step_challenges where expires_at <= $1 order by expires_at limit 500 for update skip locked));

delete from user_sessions where ctid = any (array(select ctid from user_sessions where expires_at <= $1 order by expires_at limit 500 for update skip locked));

delete from visibility_changes where ctid = any (array(select ctid from visibility_changes where changed_at <= $1 order by changed_at limit 500 for update skip locked));

delete from webhook_deliveries where ctid = any (array(select ctid from webhook_deliveries where created_at <= $1 order by created_at limit 500 for update skip locked));

delete from webhook_moments where ctid = any (array(select ctid from webhook_moments where told_at <= $1 order by told_at limit 500 for update skip locked));

update permission_slip_responses set ip_address = null, user_agent = null,
  session_id = null where ctid = any (array(select ctid from permission_slip_responses where created_at <= $1 and num_nonnulls(ip_address,
  user_agent,
  session_id) > 0 order by created_at limit 500 for update skip locked));

-- removeEntries
select audit_expire($1, $2) as removed;

-- removeMonths
delete from "changes_default" where ctid = any (array(
select ctid from "changes_default" where "at" <= $1 order by "at" limit $2));

select count(*)::int as rows from changes where at < $1;

select count(*)::int as rows from disclosures where since < $1;
