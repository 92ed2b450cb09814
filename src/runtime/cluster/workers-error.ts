/** The processes that serve cannot do their work; the message is the one line for the operator. */
export class WorkersError extends Error {}
