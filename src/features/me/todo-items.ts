import type { AudienceViewer } from '../../policy/audience.js';
import { confirmationTodo } from '../../policy/confirmation-visibility.js';
import { noticeTodo } from '../../policy/notice-visibility.js';
import { slipTodo } from '../../policy/slip-todo.js';
import { pollTodo } from '../../policy/poll-visibility.js';
import { signupTodo } from '../../policy/signup-todo.js';
import { rsvpTodo } from '../../policy/event-rsvp.js';

/** SQL of what waits for a member: kind, id, school_id, title, student_id and due_at, nothing of a feature that is off. */
type Source = (viewer: AudienceViewer) => string;

/** A new kind is a line here. */
const SOURCES: Source[] = [slipTodo, pollTodo, signupTodo, noticeTodo, confirmationTodo, rsvpTodo];

export const outstandingFor = (viewer: AudienceViewer): string =>
  SOURCES.map((source) => source(viewer)).join(' union all ');
