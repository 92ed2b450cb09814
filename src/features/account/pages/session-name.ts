import type { Messages } from '../../../platform/messages/messages.js';

/** Name of a session on a page. @param name that it was opened with: two of them are ours, and no application's */
export function sessionName(say: Messages['say'], name: string): string {
  if (name === 'Browser') return say('account.aBrowser');
  return name === 'Operator' ? say('account.anOperator') : name;
}
