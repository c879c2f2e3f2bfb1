import { readFileSync } from 'node:fs';
import { type OpenAPIObject } from '@nestjs/swagger';
import { previewDocument } from '../../src/app/create-api';
import { ORDER_STATUS_KEYS } from '../../src/modules/orders/domain/order-status';
import { operationsOf } from '../support/documented-operations';
import { lastOf, wholeSchema } from '../support/whole-schema';

type Json = Record<string, unknown>;
interface Schema extends Json {
  readonly $ref?: string;
  readonly type?: string | string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly enum?: readonly unknown[];
}
interface Parameter extends Json {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}
interface Operation {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly description?: string;
  readonly responses: Json;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly parameters?: readonly { readonly $ref: string }[];
}

/** Every schema object below a part of the document, with the place it stands at. */
function schemasIn(part: unknown, place: string): { place: string; schema: Schema }[] {
  if (part === null || typeof part !== 'object') return [];
  const below = Object.entries(part).flatMap(([key, value]) =>
    ['example', 'examples', 'default'].includes(key) && !place.endsWith('/properties')
      ? []
      : schemasIn(value, `${place}/${key}`),
  );
  return [{ place, schema: part as Schema }, ...below];
}

describe('the shape of the OpenAPI document', () => {
  let schemas: Record<string, Schema>;
  let parameters: Record<string, Parameter>;
  let operations: { name: string; operation: Operation }[];
  let document: OpenAPIObject;
  beforeAll(async () => {
    document = await previewDocument();
    schemas = document.components?.schemas as unknown as Record<string, Schema>;
    parameters = document.components?.parameters as unknown as Record<string, Parameter>;
    operations = operationsOf(document) as typeof operations;
  });

  const whole = (name: string): Schema => wholeSchema(schemas[name] ?? {}, schemas);
  const fieldOf = (name: string, field: string): Schema | undefined => whole(name).properties?.[field];
  const operationAt = (name: string): Operation | undefined => operations.find((one) => one.name === name)?.operation;
  const parametersOf = (name: string): Parameter[] =>
    (operationAt(name)?.parameters ?? []).flatMap(({ $ref }) => parameters[lastOf($ref)] ?? []);

  /** Names of the components that responses lead to. */
  function answered(): Set<string> {
    const found = new Set<string>();
    const look = (part: unknown): void => {
      for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
        if (found.has(name)) continue;
        found.add(name);
        look(schemas[name]);
      }
    };
    look([operations.map(({ operation }) => operation.responses), document.components?.responses]);
    return found;
  }

  it('requires every property of every response; those that may be absent are these', () => {
    const objects = [...answered()].flatMap((name) => schemasIn(schemas[name], name));
    const optional = objects.flatMap(({ place, schema }) =>
      place.endsWith('/properties')
        ? []
        : Object.keys(schema.properties ?? {}).flatMap((field) =>
            schema.required?.includes(field) === true ? [] : [`${place}.${field}`],
          ),
    );
    expect(objects.length).toBeGreaterThan(300);
    expect([...new Set(optional)].sort()).toEqual([
      'CartRecord.order',
      'CustomerRecord.history',
      'CustomerResetRecord.token',
      'ErrorBody.errors',
      'FieldOptions.choices',
      'FieldOptions.decimal_places',
      'FieldOptions.default',
      'FieldOptions.multilingual',
      'FieldOptions.operators',
      'FieldOptions.parent',
      'FieldOptions.uses',
      'FieldOptions.wysiwyg',
      'FieldRecord.available',
      'OrderRecord.discounts',
      'OrderRecord.items',
      'OrderRecord.notes',
      'OrderRecord.payments',
      'OrderRecord.shipments',
      'OrderRecord.truncated',
      'OrderRecord.units',
      'RejectedPromotionRecord.would_take_off',
      'RuleCondition.against',
      'RuleCondition.match_on',
      'RuleCondition.operator',
      'RuleGroup.match_on',
      'WebhookWithSecretRecord.secret',
    ]);
  });

  it('writes null as OpenAPI 3.1 does, and nothing that only Nest understands', () => {
    const text = JSON.stringify(document);
    expect(document.openapi).toBe('3.1.0');
    expect([/"nullable"/.exec(text), /"selfRequired"/.exec(text), /"x-(list|examples)"/.exec(text)]).toEqual([
      null,
      null,
      null,
    ]);
    expect(schemas['OrderRecord']?.properties?.['customer']).toEqual({
      anyOf: [{ $ref: '#/components/schemas/CustomerRelation' }, { type: 'null' }],
      description: expect.any(String) as unknown,
    });
  });

  it('has every enum of several words as a component, except labels', () => {
    const inline = schemasIn(schemas, '').filter(
      ({ place, schema }) => (schema.enum?.length ?? 0) > 1 && !/^\/\w+$|\/value$/.test(place),
    );
    expect(inline.map(({ place }) => place)).toEqual([]);
    const names = ['OrderStatus', 'PromotionAction', 'WebhookContentType', 'DeliveryState', 'PaymentState'];
    expect(names.filter((name) => schemas[name]?.enum === undefined)).toEqual([]);
    expect(schemas['OrderStatus']).toEqual({ type: 'string', enum: ORDER_STATUS_KEYS });
  });

  it.each([
    ['PromotionRecord', 'match_rules'],
    ['PromotionRecord', 'match_items'],
    ['CreatePromotionDto', 'match_rules'],
    ['UpdatePromotionDto', 'match_items'],
    ['InlinePromotion', 'match_items'],
  ])('types the rules of %s.%s', (name, field) => {
    const rules = { anyOf: [{ $ref: '#/components/schemas/RuleGroup' }, { type: 'null' }] };
    expect(fieldOf(name, field)).toMatchObject(rules);
  });

  it('types rules all the way down', () => {
    expect(schemas['Rule']).toEqual({
      oneOf: [{ $ref: '#/components/schemas/RuleGroup' }, { $ref: '#/components/schemas/RuleCondition' }],
    });
    expect(fieldOf('RuleGroup', 'children')).toEqual({ type: 'array', items: { $ref: '#/components/schemas/Rule' } });
  });

  it('types the promotions of a preview', () => {
    expect(fieldOf('PreviewDto', 'promotions')).toMatchObject({
      items: { $ref: '#/components/schemas/InlinePromotion' },
    });
    const fieldsOf = (name: string) => Object.keys(whole(name).properties ?? {});
    expect(fieldsOf('InlinePromotion').sort()).toEqual([...fieldsOf('CreatePromotionDto'), 'id'].sort());
    expect(whole('InlinePromotion').required).toEqual(['action']);
  });

  it('names every filter of a list, and what the list can be sorted by', () => {
    const lists = operations.filter(({ operation }) => /^(list|search)/.test(operation.operationId));
    const bare = lists.filter(
      ({ name }) =>
        !parametersOf(name).some(({ name: parameter }) => parameter === 'sort') && !name.includes('discounts'),
    );
    expect(bare.map(({ name }) => name)).toEqual([]);
    expect(parametersOf('GET /v1/brands').map(({ name }) => name)).toEqual([
      'limit',
      'offset',
      'sort',
      'order',
      'id',
      'created_at',
      'created_at[from]',
      'created_at[to]',
      'updated_at',
      'updated_at[from]',
      'updated_at[to]',
      'q',
      'title',
      'slug',
      'description',
      'status',
    ]);
    expect(parameters['BrandSort']?.schema).toEqual({ $ref: '#/components/schemas/BrandSort', default: 'created_at' });
    expect(schemas['BrandSort']).toEqual({
      type: 'string',
      enum: ['created_at', 'id', 'updated_at', 'title', 'slug'],
    });
    expect(parameters['OrderStatus']).toMatchObject({
      ...{ name: 'status', style: 'form', explode: false },
      schema: { type: 'array', items: { $ref: '#/components/schemas/OrderStatus' } },
    });
    expect(parameters['CreatedAtFrom']).toMatchObject({ name: 'created_at[from]', schema: { type: 'string' } });
    expect(parameters['OrderTotal']?.schema).toEqual({ type: 'number' });
    expect(parameters['PromotionMatchRules']).toMatchObject({
      description: 'Exactly this `match_rules`. Send JSON text.',
      schema: { type: 'string' },
    });
  });

  it('keeps an operation at each of two paths, and deprecates the one that interface.md and carts.md do not list', () => {
    const deprecated = operations.filter(({ operation }) => operation.deprecated);
    expect(deprecated.map(({ name }) => name).sort()).toEqual([
      'DELETE /v1/carts/{cart_id}/items/{identifier}',
      'DELETE /v1/promotions/carts/{promotion_id}',
      'GET /v1/carts/{cart_id}/items/{identifier}',
      'GET /v1/promotions/carts',
      'GET /v1/promotions/carts/fields',
      'GET /v1/promotions/carts/search',
      'GET /v1/promotions/carts/{promotion_id}',
      'GET /v1/promotions/carts/{promotion_id}/fields',
      'POST /v1/promotions/carts',
      'POST /v1/promotions/carts/preview',
      'PUT /v1/carts/{cart_id}/items/{identifier}',
      'PUT /v1/promotions/carts/{promotion_id}',
    ]);
    expect(operationAt('PUT /v1/carts/{cart_id}/items/{identifier}')).toMatchObject({
      operationId: 'updateCartItemAlias',
      description:
        'Alias: use `/v1/carts/{cart_id}/item/{identifier}`.\n\nScope: `carts:write`. Open to public clients.',
    });
  });

  it('starts the name of every operation with a verb', () => {
    const verbs =
      /^(add|cancel|checkout|create|disable|edit|empty|enable|export|get|is|issue|list|pay|ping|preview|put|remove|replay|resend|revoke|rotate|search|set|stream|update)[A-Z]/;
    expect(operations.map(({ operation }) => operation.operationId).filter((name) => !verbs.test(name))).toEqual([]);
    expect(operationAt('POST /v1/carts/{cart_id}/checkout')?.operationId).toBe('checkoutCart');
    expect(operationAt('POST /v1/orders')?.operationId).toBe('createOrder');
  });

  // events.md 5: of schemas that are made of parts, generators lose what is required of a part, or the whole.
  it('composes no schema of parts, and adds nothing to a reference but what describes it', () => {
    const all = schemasIn(document, '');
    const composed = all.filter(({ schema }) => 'allOf' in schema || 'unevaluatedProperties' in schema);
    const about = new Set(['$ref', 'description', 'example', 'default']);
    const added = all.filter(
      ({ schema }) => typeof schema.$ref === 'string' && Object.keys(schema).some((keyword) => !about.has(keyword)),
    );
    expect(all.length).toBeGreaterThan(10_000);
    expect([...composed, ...added].map(({ place }) => place)).toEqual([]);
  });

  it('has the body of every request and of every response that succeeds in the operation, with its schema as a component', () => {
    // A picture, a table and a stream are no JSON; what a provider sends has a form of its own.
    const others = ['GET /files/{name}', 'GET /v1/promotions/cart/{promotion_id}/codes.csv', 'GET /v1/events/stream'];
    const free = 'POST /v1/payments/callbacks/{gateway} request';
    type Body = { readonly $ref?: string; readonly content?: Readonly<Record<string, { readonly schema: Schema }>> };
    const bodies = operations.flatMap(({ name, operation }) => [
      ...(operation.requestBody === undefined
        ? []
        : [{ place: `${name} request`, body: operation.requestBody as Body }]),
      ...Object.entries(operation.responses as Readonly<Record<string, Body>>)
        .filter(([status]) => status.startsWith('2') && !others.includes(name))
        .map(([status, body]) => ({ place: `${name} ${status}`, body })),
    ]);
    const faults = bodies.filter(({ body: { $ref, content = {} } }) => {
      const [media] = Object.values(content);
      return $ref !== undefined || media?.schema.$ref === undefined;
    });
    expect(bodies.length).toBeGreaterThan(300);
    expect(faults.map(({ place }) => place)).toEqual([free]);
  });

  it('wire.md 2: has a message in the body of every failure, but of the check whether a product is in a cart', () => {
    type Answer = { readonly $ref?: string; readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
    const shared = document.components?.responses as Readonly<Record<string, Answer>>;
    const failures = operations.flatMap(({ name, operation }) =>
      Object.entries(operation.responses as Readonly<Record<string, Answer>>)
        .filter(([status]) => status === 'default' || Number(status) >= 400)
        .map(([status, answer]) => {
          const { content } = answer.$ref === undefined ? answer : (shared[lastOf(answer.$ref)] ?? {});
          return [`${name} ${status}`, lastOf(content?.['application/json']?.schema?.$ref ?? '')] as const;
        }),
    );
    expect(failures.length).toBeGreaterThan(500);
    // carts.md, table: `{status: false}` and nothing else.
    const check = 'GET /v1/carts/{cart_id}/has/{product_id} 404';
    expect(failures.filter(([, body]) => body !== 'ErrorBody')).toEqual([[check, 'NotInCartResponse']]);
    expect(whole('ErrorBody').required).toEqual(['status', 'error']);
  });

  it('has events that docs/webhooks.md names, each object or the event itself', () => {
    const [, about = ''] = /^## Event types$([^#]*)/m.exec(readFileSync('docs/webhooks.md', 'utf8')) ?? [];
    const named = new Set([...about.matchAll(/`([a-z_.]+)`/g)].map(([, name]) => name));
    const isNamed = (type: string): boolean => {
      const [object = '', what = ''] = type.split('.');
      return ['created', 'updated', 'deleted'].includes(what) ? named.has(object) : named.has(type);
    };
    expect((schemas['EventType']?.enum ?? []).filter((type) => !isNamed(String(type)))).toEqual([]);
  });

  it('has the events of all store objects as enums, from their registry', () => {
    const { EventType, EventObject, EventPattern, StoreEvent } = schemas;
    expect(EventObject?.enum).toEqual(expect.arrayContaining(['cart', 'order', 'payment', 'webhook']));
    expect(EventType?.enum).toEqual(expect.arrayContaining(['order.created', 'order.deleted', 'webhook.disabled']));
    expect(EventPattern?.enum).toEqual(
      expect.arrayContaining(['*.*', '*.deleted', 'order.*', ...(EventType?.enum ?? [])]),
    );
    const pattern = { $ref: '#/components/schemas/EventPattern' };
    const fields = ['CreateWebhookDto', 'WebhookRecord'].map((name) => fieldOf(name, 'events')?.['items']);
    expect(fields).toEqual([pattern, pattern]);
    const { discriminator } = StoreEvent as { readonly discriminator?: { readonly mapping: Json } };
    const types = Object.keys(discriminator?.mapping ?? {});
    // A ping goes to its webhook alone: no webhook asks for it, and the log has none.
    expect(types.filter((type) => type !== 'webhook.ping').sort()).toEqual(EventType?.enum);
    expect(Object.keys(document.webhooks ?? {})).toEqual(types);
  });
});
