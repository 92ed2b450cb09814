import { DeclinedByOtherGuardianError, SlipAlreadyAnsweredError } from '../slip.errors.js';
import { namesMatch } from './signature.js';
import type { SlipDecision } from '../slip-vocabulary.js';

/** The current answer for a student. */
export interface CurrentAnswer {
  studentId: string;
  /** 1, and 2 for a second signature. */
  signatureNumber: number;
  decision: SlipDecision;
  /** True while the person who gave it is a guardian of the student, deactivated or not; and of one on paper. */
  linked: boolean;
  onPaper: boolean;
  /** Of a signer online, and of one on paper whose record is linked. */
  signerMembershipId: string | null;
  /** The record of the guardian who has signed on paper; null where the office's name was nobody's alone. */
  signerGuardianId: string | null;
  /** As typed, or of the account; null where nobody knows one. */
  signerName: string | null;
  /** True where whoever answers has given the same answer before. */
  isRepeated?: true;
}

/** Whoever gives a new answer. */
interface Signer {
  name: string | null;
  onPaper: boolean;
  /** Null where nobody knows one. */
  membershipId: string | null;
  /** Of a sheet of paper. */
  guardianId: string | null;
}

/** The effect of a new answer beside those of other guardians. */
export interface AnswerEffect {
  /** Signature number of the new answer for each student whom it holds for. */
  signatureNumbers: Map<string, number>;
  /** Students for whom it ends the answers of others. */
  overruled: string[];
}

/** True where both are known to be of one person, false where they are known not to be; null where nobody knows. */
function isOf(answer: CurrentAnswer, { membershipId, guardianId }: Signer): boolean | null {
  if (guardianId !== null && answer.signerGuardianId === guardianId) return true;
  return membershipId === null || answer.signerMembershipId === null
    ? null
    : answer.signerMembershipId === membershipId;
}

/** True where both may be of one person, one of them on paper. */
const haveOneName = ({ onPaper, signerName }: CurrentAnswer, signer: Signer): boolean =>
  (onPaper || signer.onPaper) &&
  signerName !== null &&
  signer.name !== null &&
  namesMatch(signerName, signer.name);

/**
 * Marks what each current answer is to a signer: their own, on paper, they may change, and not give again. Where nobody knows whose one
 * is, the name is enough to refuse a second signature, and for an answer on paper to take the place of another one. Online it changes
 * nothing on paper: a guardian may give themselves any name, and would lift another one's refusal.
 */
export const markForSigner = (
  current: CurrentAnswer[],
  signer: Signer,
  decision: SlipDecision,
): CurrentAnswer[] =>
  current.map((answer) => {
    if (!answer.onPaper && !signer.onPaper) return answer;
    const isTheSame = isOf(answer, signer) ?? haveOneName(answer, signer);
    if (!isTheSame) return answer;
    if (answer.decision === decision) return { ...answer, isRepeated: true };
    return signer.onPaper || isOf(answer, signer) ? { ...answer, linked: false } : answer;
  });

/** A refusal binds the other guardians only while the person who gave it is one of them. */
const bindsNobody = ({ decision, linked }: CurrentAnswer): boolean => decision === 'declined' && !linked;

/**
 * Decides for whom a new answer holds (contract section 4, rule 7): declined wins, and the same decision again is a second
 * signature or of no use. The refusal of somebody who is no guardian of the student any more holds until another answers.
 * The answer of a family holds for those of its students who still need one, and whom no other guardian has refused.
 * @throws DeclinedByOtherGuardianError it would hold for nobody, and another guardian has refused one of them
 * @throws SlipAlreadyAnsweredError it would hold for nobody, since all are answered
 */
export function effectOfAnswer(
  studentIds: string[],
  others: CurrentAnswer[],
  given: { decision: SlipDecision; secondGuardianRequired: boolean },
): AnswerEffect {
  const effect: AnswerEffect = { signatureNumbers: new Map(), overruled: [] };
  let isRefused = false;
  for (const studentId of studentIds) {
    const current = others.filter((other) => other.studentId === studentId);
    if (current.some(({ isRepeated }) => isRepeated)) continue;
    const isAbandoned = current.length > 0 && current.every(bindsNobody);
    if (!isAbandoned && current.every(({ decision }) => decision === given.decision)) {
      const free = freeSignature(current, given.secondGuardianRequired);
      if (free) effect.signatureNumbers.set(studentId, free);
    } else if (!isAbandoned && given.decision === 'granted') isRefused = true;
    else {
      effect.signatureNumbers.set(studentId, 1);
      effect.overruled.push(studentId);
    }
  }
  if (effect.signatureNumbers.size > 0) return effect;
  throw isRefused ? new DeclinedByOtherGuardianError() : new SlipAlreadyAnsweredError();
}

function freeSignature(current: CurrentAnswer[], secondGuardianRequired: boolean): number | undefined {
  const numbers = secondGuardianRequired ? [1, 2] : [1];
  return numbers.find((number) => !current.some(({ signatureNumber }) => signatureNumber === number));
}
