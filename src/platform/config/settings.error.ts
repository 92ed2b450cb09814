import { OperatorError } from '../errors/operator.error.js';

/** A setting is wrong or missing; the message is the one line for the operator and never holds the value. */
export class SettingsError extends OperatorError {}
