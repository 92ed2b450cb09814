/** SQL for the questions of an item as QuestionBody, in their order; `condition` says which of `questions q`. */
export const questionsProjection = (condition: string): string => `
  coalesce((select json_agg(json_build_object('id', q.id, 'position', q.position, 'type', q.type, 'text', q.text,
      'required', q.required, 'choices', coalesce((select json_agg(json_build_object('id', c.id, 'text', c.text)
        order by c.position) from question_choices c where c.school_id = q.school_id and c.question_id = q.id), '[]')) order by q.position)
    from questions q where ${condition}), '[]')`;
