import type { Member } from '../platform/auth/caller.js';
import { DEMO_ACCOUNTS } from './demo-accounts.js';
import { Seeded } from './people.js';
import type { QuestionType } from '../features/questions/stored-answers.js';

export interface DemoMember extends Member {
  email: string;
  /** Empty where nobody knows one. */
  name: string;
}

/** Left to whoever visits: what is wanted of them, they answer themselves unless it is said otherwise. */
const VISITORS = [...DEMO_ACCOUNTS, 'sam.ellery@example.com'];

/** The members of one school, who answer. */
export class DemoPeople {
  constructor(private readonly members: DemoMember[]) {}

  /** Members with this email; empty once a visitor has had them leave. */
  named(email: string): DemoMember[] {
    return this.members.filter((member) => member.email === email);
  }

  /** Parents by chance, none twice. @param seed another one for each occasion */
  *others(seed: number): Generator<DemoMember, void> {
    const random = new Seeded(seed);
    const left = this.members.filter(({ email, isAdmin }) => !isAdmin && !VISITORS.includes(email));
    while (left.length > 0) yield left.splice(random.between(0, left.length - 1), 1)[0]!;
  }
}

/** One after the other until so many have taken part, or nobody is left. */
export async function some(
  wanted: number,
  others: Generator<DemoMember, void>,
  takesPart: (member: DemoMember) => Promise<boolean>,
): Promise<void> {
  for (let count = 0; count < wanted;) {
    const next = others.next();
    if (next.done) return;
    if (await takesPart(next.value)) count += 1;
  }
}

interface Question {
  id: string;
  type: QuestionType;
  choices: { id: string }[];
}

/** An answer that fits the question. */
export const answerTo = ({ id, type, choices }: Question) => ({
  question_id: id,
  ...contentFor(type, choices),
});

function contentFor(type: QuestionType, choices: Question['choices']) {
  switch (type) {
    case 'yes_no':
      return { value: false };
    case 'number':
      return { value: 3 };
    case 'date':
      return { value: '2020-01-01' };
    case 'single_choice':
    case 'multi_choice':
      return { choice_ids: choices.slice(-1).map((choice) => choice.id) };
    default:
      return { text: 'None' };
  }
}
