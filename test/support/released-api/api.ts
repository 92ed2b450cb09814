/** A document of the API, as far as it is changed here. */
export interface ApiDocument {
  info: { version: string };
  paths: Record<string, Record<string, ApiOperation>>;
  components: { schemas: Record<string, ApiSchema> };
}

interface ApiOperation {
  operationId: string;
  summary?: string;
  deprecated?: boolean;
  parameters: { name: string; in: string; required: boolean; schema: ApiSchema }[];
  requestBody?: { required: boolean; content: Record<string, unknown> };
  responses: Record<string, { description: string; content?: Record<string, unknown> }>;
  security: object[];
}

export interface ApiSchema {
  type?: string;
  format?: string;
  description?: string;
  nullable?: boolean;
  enum?: unknown[];
  items?: ApiSchema;
  pattern?: string;
  maxLength?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
  properties?: Record<string, ApiSchema>;
  required?: string[];
}

/** The parts of a document by their names. */
export class Api {
  constructor(readonly document: ApiDocument) {}

  operation(id: string): ApiOperation {
    return this.entry(id)[2];
  }

  schema(name: string): ApiSchema {
    return this.document.components.schemas[name]!;
  }

  property(schema: string, name: string): ApiSchema {
    const found = this.schema(schema).properties?.[name];
    if (!found) throw new Error(`${schema} has no ${name}: seed another property`);
    return found;
  }

  remove(id: string): void {
    const [path, method] = this.entry(id);
    delete this.document.paths[path]![method];
  }

  move(id: string, to: string): void {
    const [path, method, operation] = this.entry(id);
    this.remove(id);
    this.document.paths[path.replace(/[^/]+$/, to)] = { [method]: operation };
  }

  rename(schema: string, before: string, after: string): void {
    const { properties, required } = this.schema(schema);
    properties![after] = properties![before]!;
    delete properties![before];
    required![required!.indexOf(before)] = after;
  }

  require(schema: string, name: string, property?: ApiSchema): void {
    const one = this.schema(schema);
    if (property) one.properties![name] = property;
    one.required = [...(one.required ?? []), name];
  }

  offer(schema: string, name: string): void {
    const one = this.schema(schema);
    one.required = one.required!.filter((each) => each !== name);
  }

  private entry(id: string): [path: string, method: string, operation: ApiOperation] {
    for (const [path, item] of Object.entries(this.document.paths))
      for (const [method, operation] of Object.entries(item))
        if (operation.operationId === id) return [path, method, operation];
    throw new Error(`There is no operation ${id}: seed another one`);
  }
}
