/* feed-tokens.repository */

-- deleteFeedTokens
delete from app_passwords s using memberships m
where m.user_id = $1 and s.school_id = m.school_id and s.membership_id = m.id;

delete from calendar_subscriptions s using memberships m
where m.user_id = $1 and s.school_id = m.school_id and s.membership_id = m.id;

delete from menu_subscriptions s using memberships m
where m.user_id = $1 and s.school_id = m.school_id and s.membership_id = m.id;
