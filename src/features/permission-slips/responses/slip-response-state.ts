import { AlreadyRespondedError, DeclinedByOtherGuardianError, type SlipDecision } from '../slip.errors.js';

/** The current answer for a student. */
export interface CurrentAnswer {
  studentId: string;
  /** 1, and 2 for a second signature. */
  place: number;
  decision: SlipDecision;
  /** True while the person who gave it is a guardian of the student, deactivated or not. */
  linked: boolean;
}

export interface Places {
  /** By student: where the new answer stands. */
  taken: Map<string, number>;
  /** Students for whom the answers of others stand no longer. */
  overruled: string[];
}

/** A refusal binds other guardians as long as it is one of theirs. */
const givesWay = ({ decision, linked }: CurrentAnswer): boolean => decision === 'declined' && !linked;

/**
 * Where an answer stands beside those of other guardians (contract section 4, rule 7): declined wins, and the same again
 * is a second signature or of no use. What somebody has refused who is no guardian of the student any more stands until
 * another answers. Of a family's students it stands for those who still need it, and whom nobody has refused.
 * @throws DeclinedByOtherGuardianError there is nobody left for whom it would stand, and one was refused
 * @throws AlreadyRespondedError there is nobody left otherwise
 */
export function placesOf(
  studentIds: string[],
  others: CurrentAnswer[],
  given: { decision: SlipDecision; secondGuardianRequired: boolean },
): Places {
  const places: Places = { taken: new Map(), overruled: [] };
  let isRefused = false;
  for (const studentId of studentIds) {
    const current = others.filter((other) => other.studentId === studentId);
    const isLeftBehind = current.length > 0 && current.every(givesWay);
    if (!isLeftBehind && current.every(({ decision }) => decision === given.decision)) {
      const seats = given.secondGuardianRequired ? [1, 2] : [1];
      const free = seats.find((seat) => !current.some(({ place }) => place === seat));
      if (free) places.taken.set(studentId, free);
    } else if (!isLeftBehind && given.decision === 'granted') isRefused = true;
    else {
      places.taken.set(studentId, 1);
      places.overruled.push(studentId);
    }
  }
  if (places.taken.size > 0) return places;
  throw isRefused ? new DeclinedByOtherGuardianError() : new AlreadyRespondedError();
}
