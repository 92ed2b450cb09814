/* member-lock.repository */

-- findMemberAgain
select m.role from memberships m join users u on u.id = m.user_id
where m.school_id = $1 and m.id = $2 and m.deactivated_at is null for key share of u;

-- lockMember
select role from memberships where school_id = $1 and id = $2 and deactivated_at is null for share;
