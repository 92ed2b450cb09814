import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { FedQuestion } from './signup-feed.js';
import type { Signup } from './signup.entity.js';

type Asked = Required<FedQuestion>;

const ASKED = `
  select q.type, q.text, q.required, array(select c.text from question_choices c where c.question_id = q.id
    order by c.position) as choices
  from questions q where q.signup_id = $1 order by q.position`;

const ASK = `
  with given as (
    select gen_random_uuid() as id, g.question, (g.place - 1)::int as position
    from jsonb_array_elements($3::jsonb) with ordinality g(question, place)
  ), asked as (
    insert into questions (id, school_id, signup_id, position, type, text, required)
    select id, $2, $1, position, question ->> 'type', question ->> 'text', (question ->> 'required')::boolean from given
  )
  insert into question_choices (school_id, question_id, position, text)
  select $2, given.id, (choice.place - 1)::int, choice.text
  from given, jsonb_array_elements_text(given.question -> 'choices') with ordinality choice(text, place)`;

@Injectable()
export class SignupQuestionsFeedRepository {
  /** In the shape in which they are fed. */
  async find(manager: EntityManager, { id }: Signup): Promise<Asked[]> {
    const rows = await manager.query<Asked[]>(ASKED, [id]);
    return rows.map((row) => ({ ...row }));
  }

  async isClaimed(manager: EntityManager, { id }: Signup): Promise<boolean> {
    const claims = 'select 1 from signup_claims where signup_id = $1 limit 1';
    return (await manager.query<unknown[]>(claims, [id])).length > 0;
  }

  /** In the place of those that are there. */
  async replace(manager: EntityManager, { id, schoolId }: Signup, asked: Asked[]): Promise<void> {
    await manager.query('delete from questions where signup_id = $1', [id]);
    await manager.query(ASK, [id, schoolId, JSON.stringify(asked)]);
  }
}
