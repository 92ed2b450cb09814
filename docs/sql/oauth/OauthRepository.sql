/* OauthRepository */

-- consumeArtifact
UPDATE "oauth_artifacts"
SET "consumed_at" = $1
WHERE ("model" = $2 AND "id_hash" = $3 AND "consumed_at" IS NULL);

-- extendSession
update user_sessions set expires_at = $3, last_used_at = $2 where id = $1 and revoked_at is null returning id;

-- findAccount
select email, email_verified_at is not null as verified from users where id = $1;

-- findBy
select a.id_hash as "idHash", a.payload, a.session_id as "sessionId", a.consumed_at as "consumedAt", null as "sealedAnswer",
     a.session_id is null or coalesce(s.revoked_at is null and s.expires_at > $3 and (s.only_schools is null or not exists (select from memberships elsewhere
where elsewhere.user_id = s.user_id and elsewhere.school_id <> all (s.only_schools))), false) as live, false as "fullyDeactivated", a.expires_at <= $3 as "isOver"
   from oauth_artifacts a left join user_sessions s on s.id = a.session_id
   where a.model = $1 and a.id_hash = $2 and (a.expires_at > $3 or $1 = 'DeviceCode');

-- findGrant
select g.payload from oauth_grants g join user_sessions s on s.id = g.session_id
where g.session_id = $1 and s.revoked_at is null and s.expires_at > $2;

-- findStored
select id, id as "clientId", name, secret_hash as "secretHash", is_native as "isNative", uses_device_code as "usesDeviceCode",
  redirect_uris as "redirectUris"
from applications where id = $1 and document_url is null and revoked_at is null and (cardinality(redirect_uris) > 0 or uses_device_code);

-- insertGrant
INSERT INTO "oauth_grants"("session_id", "payload", "browser_session_id") VALUES ($1, $2, $3);

-- lockArtifact
select a.payload, a.session_id as "sessionId", a.consumed_at as "consumedAt", a.sealed_answer as "sealedAnswer",
     s.revoked_at is null and s.expires_at > $3 and (s.only_schools is null or not exists (select from memberships elsewhere
where elsewhere.user_id = s.user_id and elsewhere.school_id <> all (s.only_schools))) and (a.model <> 'AuthorizationCode' or not exists (select from oauth_grants g join user_sessions b on b.id = g.browser_session_id
       where g.session_id = s.id and b.revoked_at is not null)) as live,
     (select count(*) > 0 and bool_and(m.deactivated_at is not null) from memberships m where m.user_id = s.user_id) as "fullyDeactivated", false as "isOver"
   from oauth_artifacts a join user_sessions s on s.id = a.session_id
   where a.model = $1 and a.id_hash = $2 and a.expires_at > $3 for update of s, a;

-- removeArtifact
DELETE FROM "oauth_artifacts" WHERE ("model" = $1 AND "id_hash" = $2);

-- revokeSession
update user_sessions set revoked_at = coalesce(revoked_at, $2) where id = $1;

-- saveArtifact
insert into oauth_artifacts (model, id_hash, payload, session_id, user_id, user_code_hash, expires_at)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (model, id_hash) do update set payload = excluded.payload, session_id = excluded.session_id,
  user_id = excluded.user_id, expires_at = excluded.expires_at;

-- sealAnswer
update oauth_artifacts a set sealed_answer = case when a.id_hash = $1 then $2::bytea end
from oauth_artifacts spent where spent.model = 'RefreshToken' and spent.id_hash = $1 and a.session_id = spent.session_id
  and a.model = 'RefreshToken' and (a.id_hash = $1 or a.consumed_at < $3 and a.sealed_answer is not null);
