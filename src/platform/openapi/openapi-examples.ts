import { readFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { ErrorReason } from '../errors/app-error.js';
import { refusalExamples, type RefusalExample } from '../http/refusal-examples.js';
import { fromProjectRoot } from '../config/project-root.js';
import { sorted } from './sorted.js';

/** A request to an operation and its answer, both JSON. Either is undefined where there is no JSON. */
export interface OperationExample {
  request?: unknown;
  response?: unknown;
}

interface Content {
  description?: string;
  content?: Record<
    string,
    { example?: unknown; examples?: Record<string, RefusalExample | { $ref: string }> } | undefined
  >;
}

type Operation = {
  operationId?: string;
  summary?: string;
  parameters?: { name?: string }[];
  requestBody?: Content;
  responses: Record<string, Content>;
};

/** The reason of a 409 that a header of the request may bring about, whatever the operation (contract section 0). */
const REASON_OF_HEADER: Record<string, ErrorReason> = {
  'If-Match': 'stale',
  'Idempotency-Key': 'idempotency_key_reused',
};

/** Written by the tests from what the examples of the typed client sent and got (`npm run docs`). */
const FILE = fromProjectRoot('public/docs/examples.json');

const SUCCESS: Record<string, string> = {
  200: 'It was done: this is how it is now.',
  201: 'It was made.',
  204: 'It was done.',
};

/** Puts into each operation what the tests recorded of it, and says what its success means. */
export function withExamples(document: OpenAPIObject): OpenAPIObject {
  const recorded = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, OperationExample | undefined>;
  const refusals: Record<string, object> = {};
  for (const path of Object.values(document.paths))
    for (const [method, operation] of Object.entries(path) as [string, Operation][]) {
      const { request, response } = recorded[operation.operationId ?? ''] ?? {};
      putExample(operation.requestBody, request);
      addReasonsOfHeaders(operation);
      for (const [status, answer] of Object.entries(operation.responses))
        if (status.startsWith('2')) {
          answer.description ||= method === 'get' ? operation.summary : SUCCESS[status];
          putExample(answer, response);
        } else shareExamples(answer, refusals);
    }
  return { ...document, components: { ...document.components, examples: sorted(refusals) } };
}

function putExample(holder: Content | undefined, example: unknown): void {
  const json = holder?.content?.['application/json'];
  if (json && example !== undefined) json.example = example;
}

function addReasonsOfHeaders({ parameters = [], responses }: Operation): void {
  const conflict = responses['409']?.content?.['application/json'];
  const reasons = parameters.flatMap(({ name = '' }) => REASON_OF_HEADER[name] ?? []);
  if (conflict) conflict.examples = { ...conflict.examples, ...refusalExamples(409, reasons) };
}

/** A hundred operations are refused in the same few ways: each is written once, and referred to. */
function shareExamples({ content }: Content, refusals: Record<string, object>): void {
  const json = content?.['application/json'];
  for (const [name, example] of Object.entries(json?.examples ?? {})) {
    if (!('value' in example)) continue;
    const { code, reason } = example.value.error;
    const shared = reason ? `${code}.${reason}` : code;
    refusals[shared] = example;
    json!.examples![name] = { $ref: `#/components/examples/${shared}` };
  }
}
