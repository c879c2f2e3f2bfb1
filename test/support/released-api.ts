type Json = Readonly<Record<string, unknown>>;

/** A document taken apart for comparison. */
interface Facts {
  /** All that a client may rely on, one line each. */
  readonly promised: ReadonlySet<string>;
  /** The fields and parameters that requests must have. */
  readonly demanded: ReadonlySet<string>;
}

/** Names of schemas in a released document that are others now: clients that are generated anew have the new name. */
const RENAMED: Readonly<Record<string, string>> = { Error: 'ErrorBody' };

const METHODS = ['get', 'post', 'put', 'delete'];
const JSON_BODY = 'application/json';
/** Levels of a body that are compared: rules contain rules. */
const DEPTH = 9;

const object = (part: unknown): Json => (part ?? {}) as Json;
const list = (part: unknown): readonly unknown[] => (Array.isArray(part) ? (part as unknown[]) : []);

/**
 * Returns how a document breaks the clients of a released one (events.md 4): what was removed or renamed (paths, parameters,
 * fields, types, choices, error codes, event types), and what requests must have now. Empty when the major version rose.
 */
export function breaksOf(released: Json, now: Json): string[] {
  if (majorOf(now) > majorOf(released)) return [];
  const [before, after] = [factsOf(released), factsOf(now)];
  const removed = [...before.promised].filter((fact) => !after.promised.has(fact)).map((fact) => `removed: ${fact}`);
  const added = [...after.demanded].filter((fact) => !before.demanded.has(fact) && before.promised.has(placeOf(fact)));
  return [...removed, ...added.map((fact) => `required now: ${fact}`)];
}

const majorOf = (document: Json): number => Number(String(object(document['info'])['version']).split('.')[0]);
/** The operation that a demand belongs to: what is demanded by a new operation breaks nobody. */
const placeOf = (fact: string): string => fact.split(' ').slice(0, 2).join(' ');

function factsOf(document: Json): Facts {
  const facts = new FactFinder(document);
  facts.find();
  return facts;
}

class FactFinder implements Facts {
  readonly promised = new Set<string>();
  readonly demanded = new Set<string>();

  constructor(private readonly document: Json) {}

  find(): void {
    const components = object(this.document['components']);
    for (const name of Object.keys(object(components['schemas']))) this.promised.add(`schema ${RENAMED[name] ?? name}`);
    this.choices('error codes', object(object(components['schemas'])['ErrorCode']));
    for (const [path, item] of Object.entries(object(this.document['paths']))) {
      for (const method of METHODS)
        if (object(item)[method]) this.operation(`${method.toUpperCase()} ${path}`, item, method);
    }
    for (const [type, item] of Object.entries(object(this.document['webhooks']))) {
      this.promised.add(`event ${type}`);
      this.schema(`event ${type}`, this.bodyOf(object(object(item)['post'])['requestBody']));
    }
  }

  private operation(place: string, item: unknown, method: string): void {
    const operation = object(object(item)[method]);
    this.promised.add(place).add(`${place} operationId ${String(operation['operationId'])}`);
    for (const parameter of [...list(object(item)['parameters']), ...list(operation['parameters'])]) {
      const { name, in: where, required, schema } = this.resolved(parameter);
      const at = `${place} ${String(where)} ${String(name)}`;
      this.promised.add(at);
      if (required === true) this.demanded.add(at);
      this.schema(at, schema);
    }
    this.schema(`${place} request`, this.bodyOf(operation['requestBody']), true);
    for (const [status, answer] of Object.entries(object(operation['responses']))) {
      if (status.startsWith('2')) this.schema(`${place} ${status}`, this.bodyOf(answer));
    }
  }

  private bodyOf(part: unknown): unknown {
    return object(object(this.resolved(part)['content'])[JSON_BODY])['schema'];
  }

  /** Adds the facts of a schema and of all that it leads to. */
  private schema(place: string, part: unknown, isRequest = false, depth = 0): void {
    if (part === undefined || depth > DEPTH) return;
    const schema = this.resolved(part);
    this.own(place, schema, isRequest);
    for (const [name, field] of Object.entries(object(schema['properties']))) {
      this.promised.add(`${place}.${name}`);
      this.schema(`${place}.${name}`, field, isRequest, depth + 1);
    }
    const alternatives = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => list(schema[keyword]));
    // The parts of a composed schema are no level of the body.
    for (const one of alternatives) this.schema(place, one, isRequest, depth);
    this.schema(`${place}[]`, schema['items'], isRequest, depth + 1);
    const others = schema['additionalProperties'];
    if (typeof others === 'object') this.schema(`${place}{}`, others, isRequest, depth + 1);
  }

  /** Adds the facts of a schema alone. */
  private own(place: string, schema: Json, isRequest: boolean): void {
    // A constant says its type by itself.
    const known = schema['type'] ?? (schema['const'] === undefined ? [] : typeof schema['const']);
    for (const type of [known].flat()) this.promised.add(`${place}: ${String(type)}`);
    this.choices(place, schema);
    for (const field of list(schema['required'])) {
      if (isRequest) this.demanded.add(`${place}.${String(field)}`);
      else this.promised.add(`${place}.${String(field)} always`);
    }
  }

  private choices(place: string, schema: Json): void {
    const words = schema['const'] === undefined ? list(schema['enum']) : [schema['const']];
    for (const word of words) this.promised.add(`${place} = ${String(word)}`);
  }

  private resolved(part: unknown): Json {
    const { $ref } = object(part);
    if (typeof $ref !== 'string') return object(part);
    const keys = $ref.slice(2).split('/');
    return this.resolved(keys.reduce<unknown>((at, key) => object(at)[key], this.document));
  }
}
