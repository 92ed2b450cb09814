import type { Student } from '../../src/features/directory/students/student.entity.js';
import type { ApiAnswer } from './api-client.js';
import type { Person, TestMember, TestSchool } from './school.factory.js';
import type { TestApp } from './test-app.js';

/** A list as its owner uses it. */
export class TestList {
  constructor(
    private readonly t: TestApp,
    readonly id: string,
    readonly token: string,
  ) {}

  read = (path = '', token = this.token): Promise<ApiAnswer> =>
    this.t.api.get(`/lists/${this.id}${path}`, { token });

  addStudent = (student: Student): Promise<ApiAnswer> =>
    this.t.api.post(`/lists/${this.id}/students`, { token: this.token, body: { student_id: student.id } });

  addGuardian = ({ membershipId }: TestMember, linked?: Student): Promise<ApiAnswer> =>
    this.t.api.post(`/lists/${this.id}/guardians`, {
      token: this.token,
      body: { guardian_membership_id: membershipId, ...(linked && { linked_student_id: linked.id }) },
    });

  /** The names in the answer of a route of the list. */
  async names(path: string): Promise<string[]> {
    const { body } = await this.read(path);
    return (body as { name: string }[]).map(({ name }) => name);
  }
}

/** A list of this person's own with these students on it. */
export async function aList(
  t: TestApp,
  school: TestSchool,
  owner: Person,
  students: Student[] = [],
  name = 'Carpool',
): Promise<TestList> {
  const { token } = owner;
  const { status, body, text } = await t.api.post(`/schools/${school.id}/lists`, { token, body: { name } });
  if (status !== 201) throw new Error(text);
  const list = new TestList(t, body.id as string, token);
  for (const student of students) await list.addStudent(student);
  return list;
}
