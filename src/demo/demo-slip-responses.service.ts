import { Injectable } from '@nestjs/common';
import { PermissionSlipsService } from '../features/permission-slips/permission-slips.service.js';
import { SlipResponsesService } from '../features/permission-slips/responses/slip-responses.service.js';
import type { DemoSlip, DemoSlipAnswer } from './data/permission-slips.js';
import { answerTo, some, type DemoMember, type DemoPeople } from './demo-people.js';
import { orNull } from './people.js';

type Given = Pick<DemoSlipAnswer, 'student' | 'decision' | 'note'>;

@Injectable()
export class DemoSlipResponses {
  constructor(
    private readonly slips: PermissionSlipsService,
    private readonly responses: SlipResponsesService,
  ) {}

  async give(
    people: DemoPeople,
    slipId: string,
    { title, answers = [], granted = 0 }: DemoSlip,
  ): Promise<void> {
    for (const { by, withdrawn, ...given } of answers)
      for (const member of people.named(by)) {
        const responseId = await this.respond(member, slipId, given);
        if (responseId && withdrawn) await this.responses.withdraw(member, { slipId, responseId });
      }
    await some(granted, people.others(title.length), async (member) => {
      return (await this.respond(member, slipId, { decision: 'granted' })) !== null;
    });
  }

  /** @returns the id of the response; null where nothing is wanted of them */
  private async respond(member: DemoMember, slipId: string, given: Given): Promise<string | null> {
    const slip = await orNull(this.slips.get(member, slipId));
    const student = slip?.my_students.find(
      ({ name, state }) => state === 'needed' && (!given.student || name.startsWith(given.student)),
    );
    if (!slip || !student) return null;
    const { decision, note = null } = given;
    const answers =
      decision === 'granted' ? slip.questions.filter(({ required }) => required).map(answerTo) : [];
    const signature = slip.signature_required
      ? {
          full_name: member.name || member.email,
          agreed: true,
          statement_version: slip.statement_version,
          relation: 'parent or guardian',
        }
      : null;
    const input = { student_id: student.student_id, decision, note, answers, signature };
    const response = await orNull(this.responses.respond(member, slipId, input, requestOf(member)));
    return response?.id ?? null;
  }
}

/** The request of a member, without the facts of a network connection. */
const requestOf = ({ email }: DemoMember) => ({
  email,
  sessionId: null,
  ipAddress: null,
  userAgent: null,
  drawing: null,
});
