/* MySessionsRepository */

-- revokeOwnByRefreshToken
update user_sessions set revoked_at = coalesce(revoked_at, $3)
where user_id = $1 and id in (select session_id from refresh_tokens where token_hash = $2
  union all select session_id from oauth_artifacts where model = 'RefreshToken' and id_hash = $2);
