/* QuestionsRepository */

-- findOfSignup
select q.id, q.type, q.required, array(select c.id from question_choices c
  where c.school_id = q.school_id and c.question_id = q.id) as choices
from questions q where q.school_id = $1 and q.signup_id = $2 order by q.position;
