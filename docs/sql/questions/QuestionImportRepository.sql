/* QuestionImportRepository */

-- findQuestions
select q.type, q.text, q.required, q.private, q.required_on_decline,
  array(select c.text from question_choices c where c.school_id = q.school_id and c.question_id = q.id
    order by c.position) as choices
from questions q where q.school_id = $1 and q.permission_slip_id = $2 order by q.position;

-- replaceQuestions
delete from questions where school_id = $1 and permission_slip_id = $2;

with given as (
  select gen_random_uuid() as id, g.question, (g.number - 1)::int as position
  from jsonb_array_elements($3::jsonb) with ordinality g(question, number)
), inserted as (
  insert into questions (id, school_id, permission_slip_id, position, type, text, required, private, required_on_decline)
  select id, $2, $1, position, question ->> 'type', question ->> 'text', (question ->> 'required')::boolean,
    (question ->> 'private')::boolean, (question ->> 'required_on_decline')::boolean from given
)
insert into question_choices (school_id, question_id, position, text)
select $2, given.id, (choice.number - 1)::int, choice.text
from given, jsonb_array_elements_text(given.question -> 'choices') with ordinality choice(text, number);
