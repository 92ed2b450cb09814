import type { ContentFile } from '../../../src/imports/content/content-file.schema.js';
import { OperatorTokensService } from '../../../src/features/oauth/tokens/operator-tokens.service.js';
import type { ImportApp } from '../../imports/a-fed-app.js';
import type { TestSchool } from '../../support/school.factory.js';

/** Ways in which guardians come to a child, in turn. */
const FAMILIES = ['couple', 'single', 'shared mailbox', 'two schools', 'siblings'] as const;

/** A person with an account, and what the model knows of them. */
export interface Asked {
  email: string;
  token: string;
  /** Source ids of their children at the first school. */
  children: string[];
  /** Whether they are a member of the other school as well, with a child there. */
  isElsewhere: boolean;
}

export type ImportedStudent = NonNullable<ContentFile['students']>[number];

/** A school of so many guardians, and another one of those who belong to both. */
export class AskedFamilies {
  readonly students: ImportedStudent[] = [];
  readonly people: Asked[] = [];
  private readonly others: ImportedStudent[] = [];

  constructor(
    private readonly t: ImportApp,
    private readonly school: TestSchool,
    private readonly elsewhere: TestSchool,
  ) {}

  async fill(guardians: number): Promise<void> {
    for (let at = 0; this.people.length < guardians; at += 1) this.addFamily(at);
    const inBoth = this.people.filter(({ isElsewhere }) => isElsewhere);
    await this.bring(this.school, this.students, this.people, ({ children }) => children);
    await this.bring(this.elsewhere, this.others, inBoth, ({ children }) => [`other-${children[0]}`]);
    for (const person of this.people) {
      const { accessToken } = await this.t.app.get(OperatorTokensService).issue(person.email, 3_600);
      person.token = accessToken;
    }
  }

  private addFamily(at: number): void {
    const kind = FAMILIES[at % FAMILIES.length]!;
    const children = kind === 'siblings' ? [`s-${at}`, `t-${at}`] : [`s-${at}`];
    const emails = kind === 'couple' ? [`a-${at}`, `b-${at}`] : [`a-${at}`];
    const isElsewhere = kind === 'two schools';
    const people = emails.map((name) => ({
      ...{ email: `${name}@asked.example`, token: '', children, isElsewhere },
    }));
    const names =
      kind === 'shared mailbox' ? ['Ann', 'Ben'] : people.map((_, index) => ['Ann', 'Ben'][index]!);
    const guardians = names.map((first_name, index) => ({
      ...{ first_name, last_name: `Guardian ${at}`, relation: 'parent' as const },
      email: (people[index] ?? people[0]!).email,
    }));
    for (const source_id of children)
      this.students.push({ source_id, first_name: 'Child', last_name: `No ${at}`, guardians });
    if (isElsewhere)
      this.others.push({
        source_id: `other-${children[0]}`,
        first_name: 'Other',
        last_name: `No ${at}`,
        guardians,
      });
    this.people.push(...people);
  }

  private async bring(
    { id }: TestSchool,
    students: ImportedStudent[],
    people: Asked[],
    childrenOf: (person: Asked) => string[],
  ): Promise<void> {
    const members = people.map((person) => ({
      ...{ email: person.email, role: 'parent' as const },
      students: childrenOf(person).map((source_id) => ({ source_id, relation: 'parent' as const })),
    }));
    const { errors } = await this.t.bring(id, { students, members });
    if (errors.length > 0) throw new Error(errors[0]!.message);
  }
}
