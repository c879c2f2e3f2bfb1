import { type OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from '../../test/support/documented-operations';

/** Reads a path of the store as JSON; undefined: it has no such record. */
export type Read = (path: string) => Promise<unknown>;

type Json = Readonly<Record<string, unknown>>;
interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly schema?: Json;
}

/** Long answers, which end when their reader goes. */
const STREAMS = ['/v1/events/stream'];
/** Share of the records before a deep page. */
const DEEP = 0.9;
/** Values of parameters that no record shows. */
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  from: ['2025-12-01'],
  to: ['2026-11-30'],
  by: ['day'],
  timeframe: ['30days'],
  q: ['ada', 'mug'],
  email: ['ada@example.com'],
  since: ['2026-01-01 00:00:00'],
  until: ['2099-01-01 00:00:00'],
  after: ['0'],
  to_ship: ['1'],
  refund_due: ['1'],
};

/**
 * The requests of all documented reads of a token, each with ids that the store has: of a list also each filter alone, by a value that
 * its first record has and by one that no record has, each sort and a deep page.
 * @returns their paths, and the operations that the store has no record for
 */
export async function readRequests(
  document: OpenAPIObject,
  read: Read,
): Promise<{ readonly paths: string[]; readonly left: string[] }> {
  const paths: string[] = [];
  const left: string[] = [];
  for (const { method, path, operation } of operationsOf(document)) {
    const scopes = JSON.stringify(operation.security ?? []);
    if (method !== 'GET' || !scopes.includes(':read') || STREAMS.includes(path)) continue;
    const base = await withIds(path, read);
    if (base === undefined) left.push(path);
    else paths.push(base, ...(await variants(document, base, operation.parameters ?? [], read)));
  }
  return { paths: [...new Set(paths)], left };
}

/** Puts the first record of the list before it in the place of each id. */
async function withIds(path: string, read: Read): Promise<string | undefined> {
  let base = '';
  for (const part of path.split('/').slice(1)) {
    if (!part.startsWith('{')) {
      base += `/${part}`;
      continue;
    }
    const record = firstOf(await read(base === '/v1/promotions/codes' ? '/v1/promotions/cart' : base));
    const id = { '{slug}': record?.['slug'], '{code}': record?.['discount_code'] }[part] ?? record?.['id'];
    if (typeof id !== 'string') return undefined;
    base += `/${id}`;
  }
  return base;
}

function firstOf(answer: unknown): Json | undefined {
  const { result } = (answer ?? {}) as { result?: unknown };
  const [first] = Object.values((result ?? {}) as Json);
  return first !== null && typeof first === 'object' ? (first as Json) : undefined;
}

async function variants(document: OpenAPIObject, base: string, of: readonly object[], read: Read): Promise<string[]> {
  const parameters = of.map((one) => resolved<Parameter>(document, one)).filter((one) => one.in === 'query');
  if (parameters.length === 0) return [];
  const answer = (await read(`${base}?limit=1`)) ?? (await read(base));
  const record = firstOf(answer) ?? {};
  const { pagination } = (answer ?? {}) as { pagination?: { total: number } };
  return parameters.flatMap(({ name, schema = {} }) => {
    if (name === 'limit' || name === 'order') return [];
    const values = name === 'offset' ? deep(pagination?.total) : valuesOf(document, name, schema, record);
    return values.map((value) => `${base}?${new URLSearchParams({ [name]: value }).toString()}`);
  });
}

const deep = (total = 0): string[] => (total > 1 ? [String(Math.floor(total * DEEP))] : []);

function valuesOf(document: OpenAPIObject, name: string, schema: Json, record: Json): string[] {
  const { items, enum: choices, type } = resolved<Json>(document, (schema['items'] as object | undefined) ?? schema);
  if (Array.isArray(choices ?? items)) return (choices as unknown[]).map(String);
  const [field = name] = name.split('[');
  const own = SAMPLES[name] ?? [shown(record[field])];
  if (type === 'boolean') return ['1', '0'];
  return [...own.filter((value) => value !== undefined), type === 'number' || type === 'integer' ? '7' : '7777777'];
}

/** The text that a filter takes for a value of a record: of a relation or a choice what it is named by. */
function shown(value: unknown): string | undefined {
  if (value === null || value === '') return undefined;
  if (typeof value !== 'object') return String(value);
  const { key, slug, id } = (value as { data?: Readonly<Record<string, string | undefined>> }).data ?? {};
  return key ?? slug ?? id;
}

function resolved<T>({ components }: OpenAPIObject, one: object): T {
  const { $ref } = one as { $ref?: string };
  if ($ref === undefined) return one as T;
  const [kind = '', name = ''] = $ref.split('/').slice(-2);
  return (components as Record<string, Record<string, T>>)[kind]?.[name] as T;
}
