/* SlipResponseLimitsRepository */

-- countOnPaper
select count(*)::int as answers from permission_slip_responses r
where r.school_id = $1 and r.slip_id = $2 and r.signed_on is not null and exists (
  select from permission_slip_response_students rs
  where rs.school_id = r.school_id and rs.response_id = r.id and rs.student_id = $3);

-- measureOwn
with own as materialized (
  select r.id, r.slip_id, r.chain_id, r.state, r.signature_sha256,
    pg_column_size(r.answers) + coalesce(octet_length(r.note), 0) as bytes
  from permission_slip_responses r where r.school_id = $1 and r.signed_by_user_id = $5)
select (select count(*)::int from own where own.slip_id = $2 and (own.chain_id = $4::uuid
    or exists (select from permission_slip_response_students rs
      where rs.school_id = $1 and rs.response_id = own.id and rs.student_id = any ($3::uuid[])))) as revisions,
  (select coalesce(sum(bytes), 0) from own where state <> 'current')::float8
    + (select coalesce(sum(octet_length(drawn.image)), 0) from drawn_signatures drawn
      where drawn.school_id = $1 and drawn.user_id = $5
        and drawn.sha256 in (select signature_sha256 from own where state <> 'current'))::float8 as "endedBytes";
