import { randomUUID } from 'node:crypto';
import { PermissionSlip } from '../../src/features/permission-slips/permission-slip.entity.js';
import { Question } from '../../src/features/questions/question.entity.js';
import { QuestionChoice } from '../../src/features/questions/question-choice.entity.js';
import type { ApiAnswer } from './api-client.js';
import type { TestApp } from './test-app.js';

/** A slip for the whole school that has been open for an hour, to be answered for each student without a signature. */
export async function aPermissionSlip(
  t: TestApp,
  school: { id: string },
  given: Partial<PermissionSlip> = {},
): Promise<PermissionSlip> {
  const now = t.clock.now();
  const { manager } = t.dataSource;
  return manager.save(
    manager.create(PermissionSlip, {
      schoolId: school.id,
      organizationId: null,
      title: 'Museum trip',
      summary: null,
      body: '<p>We leave at 8:30.</p>',
      statement: 'I allow my child to take part.',
      audienceType: 'school',
      opensAt: new Date(now.getTime() - 3_600_000),
      closesAt: null,
      visibleUntil: null,
      eventId: null,
      answerPer: 'student',
      signatureRequired: false,
      secondGuardianRequired: false,
      alertedAt: null,
      source: 'content',
      sourceId: randomUUID(),
      sourceDigest: null,
      createdAt: now,
      updatedAt: now,
      ...given,
    }),
  );
}

/** Appended to those that are there. */
export async function aSlipQuestion(
  t: TestApp,
  slip: PermissionSlip,
  { choices = [], ...given }: Partial<Question> & { choices?: string[] } = {},
): Promise<Question & { choiceIds: string[] }> {
  const { manager } = t.dataSource;
  const owner = { schoolId: slip.schoolId, permissionSlipId: slip.id };
  const question = await manager.save(
    manager.create(Question, {
      ...owner,
      signupId: null,
      position: await manager.countBy(Question, owner),
      type: 'short_text',
      text: 'Who collects your child?',
      ...given,
    }),
  );
  const rows = choices.map((text, position) =>
    manager.create(QuestionChoice, {
      schoolId: slip.schoolId,
      questionId: question.id,
      position,
      text,
    }),
  );
  const saved = await manager.save(rows);
  return { ...question, choiceIds: saved.map(({ id }) => id) };
}

export const aSignatureInput = (given: object = {}): object => ({
  full_name: 'Maria Park',
  agreed: true,
  statement_version: 1,
  ...given,
});

interface Caller {
  token: string;
}

/** Asks about one slip. */
export class SlipClient {
  constructor(
    private readonly t: TestApp,
    readonly id: string,
  ) {}

  get = ({ token }: Caller): Promise<ApiAnswer> => this.t.api.get(`/permission-slips/${this.id}`, { token });

  answer = ({ token }: Caller, body: object): Promise<ApiAnswer> =>
    this.t.api.post(`/permission-slips/${this.id}/responses`, { token, body });

  change = ({ token }: Caller, responseId: string, body: object): Promise<ApiAnswer> =>
    this.t.api.patch(`/permission-slips/${this.id}/responses/${responseId}`, { token, body });

  withdraw = ({ token }: Caller, responseId: string): Promise<ApiAnswer> =>
    this.t.api.delete(`/permission-slips/${this.id}/responses/${responseId}`, { token });
}
