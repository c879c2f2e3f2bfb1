import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { type OpenAPIObject } from '@nestjs/swagger';
import { SCOPES } from '../../src/kernel/scopes';
import { previewDocument } from '../../src/app/create-api';
import { withStoreValues } from '../../src/platform/http/openapi/store-examples';
import { environmentExample } from '../../src/platform/config/environment-example';
import { type DocumentedOperation, operationsOf } from '../support/documented-operations';
import { documentText } from '../support/generated/document-text';
import { startStore, type TestStore } from '../support/store';
import { bodyOf } from '../support/whole-schema';

const ROOT = resolve(__dirname, '../..');
/** Beside the API: the pages with the session of the console, the document itself. */
const PAGES = /^\/($|\.well-known|docs|openapi|swagger|console\/)/;

type Json = Record<string, unknown>;
interface RouteLayer {
  readonly route?: { readonly path: string | readonly string[]; readonly methods: Readonly<Record<string, boolean>> };
}

/** Methods and paths that Express answers, in the document's spelling. */
function routesOf(store: TestStore): string[] {
  const express = (store.app as unknown as { getHttpAdapter(): { getInstance(): unknown } })
    .getHttpAdapter()
    .getInstance();
  const { stack } = (express as { router: { stack: RouteLayer[] } }).router;
  return stack
    .flatMap(({ route }) =>
      [route?.path ?? []]
        .flat()
        .flatMap((path) =>
          Object.keys(route?.methods ?? {}).map(
            (method) => `${method.toUpperCase()} ${path.replace(/:(\w+)/g, '{$1}')}`,
          ),
        ),
    )
    .filter((name) => !PAGES.test(name.split(' ')[1] ?? ''))
    .sort();
}

/** Every schema below a part of the document that has an example of its own, with the place it stands at. */
function examplesIn(part: unknown, place: string): { place: string; schema: Json; example: unknown }[] {
  if (part === null || typeof part !== 'object') return [];
  const schema = part as Json;
  const isSchema = ['type', 'oneOf', 'anyOf', 'allOf', '$ref'].some((keyword) => keyword in schema);
  const isMedia = 'schema' in schema && 'example' in schema;
  return [
    ...(isSchema && 'example' in schema ? [{ place, schema, example: schema['example'] }] : []),
    ...(isMedia ? [{ place, schema: schema['schema'] as Json, example: schema['example'] }] : []),
    ...Object.entries(schema).flatMap(([key, below]) =>
      key === 'example' ? [] : examplesIn(below, `${place}/${key}`),
    ),
  ];
}

describe('the OpenAPI document', () => {
  let store: TestStore;
  let document: OpenAPIObject;
  let operations: DocumentedOperation[];
  beforeAll(async () => {
    store = await startStore('sqlite::memory:');
    document = await previewDocument();
    operations = operationsOf(document);
  });
  afterAll(() => store.close());

  it('is openapi.json as committed (npm run generated)', () => {
    expect(readFileSync(join(ROOT, 'openapi.json'), 'utf8')).toBe(documentText(document));
  });

  it('is the same as served, but for the address and the values of the store', async () => {
    const served = await (await fetch(`${store.url}/openapi.json`)).text();
    const first = async (path: string): Promise<string> =>
      String((await store.request<{ result: { id: string }[] }>('GET', path)).body.result[0]?.id);
    const values = {
      currency: await first('/v1/currencies'),
      currency_code: 'GBP',
      tax_band: await first('/v1/taxes'),
    };
    const expected = JSON.stringify(withStoreValues(document, values)).replaceAll('http://127.0.0.1:3000', store.url);
    expect(served).toBe(expected);
  });

  it('holds every route of the running store, and no other', () => {
    expect(operations.map(({ name }) => name).sort()).toEqual(routesOf(store));
  });

  it('names every operation once, as a function is named', () => {
    const names = operations.map(({ operation }) => operation.operationId ?? '');
    expect(names.filter((name, i) => names.indexOf(name) !== i || !/^[a-z]+([A-Z][a-z]+)+$/.test(name))).toEqual([]);
  });

  it('says of every operation what it does and which part it belongs to', () => {
    const described = new Set(document.tags?.filter((tag) => tag.description).map(({ name }) => name));
    const faults = operations.filter(
      ({ operation: { summary, tags } }) => !summary || tags?.length !== 1 || !described.has(tags[0] ?? ''),
    );
    expect(faults.map(({ name, operation }) => `${name} (${String(operation.tags)})`)).toEqual([]);
  });

  it('says of every operation who may call it', () => {
    const open = operations.filter(({ operation }) => operation.security?.length === 0);
    expect(open.map(({ name }) => name).sort()).toEqual([
      'GET /files/{name}',
      'GET /health/live',
      'GET /health/ready',
      'POST /oauth/access_token',
      'POST /v1/payments/callbacks/{gateway}',
    ]);
    const wrong = operations
      .filter((placed) => !open.includes(placed))
      .filter(({ operation }) => {
        const [scope = ''] = operation.security?.[0]?.['oauth2'] ?? [];
        return (
          !SCOPES.some((known) => known === scope) ||
          !isDeepStrictEqual(operation.security, [{ oauth2: [scope] }, { bearer: [] }]) ||
          operation.description?.includes(`Scope: \`${scope}\`.`) !== true
        );
      });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('sends clients for a token to the store itself', () => {
    expect(document.components?.securitySchemes).toEqual({
      bearer: { type: 'http', scheme: 'bearer', description: expect.any(String) as unknown },
      oauth2: {
        type: 'oauth2',
        description: expect.any(String) as unknown,
        flows: {
          clientCredentials: {
            tokenUrl: '/oauth/access_token',
            scopes: Object.fromEntries(SCOPES.map((scope) => [scope, expect.any(String) as unknown])),
          },
        },
      },
    });
  });

  it('says of the failures of any request which statuses they have', () => {
    const { Failure } = document.components?.responses ?? {};
    const said = Failure === undefined || '$ref' in Failure ? '' : Failure.description;
    expect([...said.matchAll(/(\d{3}): /g)].map(([, status]) => status)).toEqual([
      '400',
      '401',
      '403',
      '413',
      '415',
      '429',
      '500',
      '503',
    ]);
  });

  it('describes every parameter', () => {
    const inline = operations.flatMap(({ name, operation }) =>
      (operation.parameters ?? []).flatMap((parameter) => ('$ref' in parameter ? [] : [`${name}: ${parameter.name}`])),
    );
    const shared = Object.entries(document.components?.parameters ?? {});
    const bare = shared.filter(([, parameter]) => '$ref' in parameter || !parameter.description);
    expect({ inline, bare: bare.map(([name]) => name) }).toEqual({ inline: [], bare: [] });
  });

  it('describes every field of every body', () => {
    const bare = Object.entries(document.components?.schemas ?? {}).flatMap(([name, schema]) =>
      !name.endsWith('Dto') || '$ref' in schema
        ? []
        : Object.entries(schema.properties ?? {}).flatMap(([field, property]) =>
            'description' in property && property.description ? [] : [`${name}.${field}`],
          ),
    );
    expect(bare).toEqual([]);
  });

  it('takes every body as JSON, as a form and as multipart, but a file', () => {
    const types = operations.flatMap(({ name, operation: { requestBody } }) => {
      const body = bodyOf<{ content: object }>(requestBody, document);
      return body === undefined ? [] : [{ name, types: Object.keys(body.content) }];
    });
    expect(types.length).toBe(operations.filter(({ operation }) => operation.requestBody).length);
    // JSON first: generators take the first type, and pages that show a form round ids of 18 digits.
    const all = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];
    expect(types.filter(({ types: some }) => String(some) !== String(all))).toEqual([
      { name: 'POST /v1/files', types: ['multipart/form-data'] },
      { name: 'POST /v1/promotions/cart/{promotion_id}/codes', types: [...all, 'text/csv'] },
    ]);
  });

  it('documents every failure of every call below /v1', () => {
    // The others are those of any request: `default`.
    const always = ['422', 'default'];
    const missing = operations
      .filter(({ name }) => name.includes(' /v1/'))
      .map(({ name, operation }) => {
        const wanted = [...always, ...(name.includes('{') ? ['404'] : []), ...(name.startsWith('GET') ? [] : ['409'])];
        return { name, missing: wanted.filter((status) => !(status in operation.responses)) };
      });
    expect(missing.filter((one) => one.missing.length > 0)).toEqual([]);
  });

  it('holds schemas that compile and examples that keep to them', () => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    addFormats(ajv);
    const text = JSON.stringify(document).replaceAll('"#/', '"doc#/');
    ajv.addSchema({ $id: 'doc', ...(JSON.parse(text) as { components: Json }) });
    for (const name of Object.keys(document.components?.schemas ?? {})) {
      expect(ajv.compile({ $ref: `doc#/components/schemas/${name}` })).toBeInstanceOf(Function);
    }
    const { components, paths, webhooks } = JSON.parse(text) as Record<'components' | 'paths' | 'webhooks', Json>;
    const examples = [
      ...examplesIn(components, 'components'),
      ...examplesIn(paths, 'paths'),
      ...examplesIn(webhooks, 'webhooks'),
    ];
    expect(examples.length).toBeGreaterThan(50);
    const faults = examples.flatMap(({ place, schema, example }) =>
      ajv.validate(schema, example) ? [] : [`${place}: ${ajv.errorsText()} in ${JSON.stringify(example)}`],
    );
    expect(faults).toEqual([]);
  });

  it('has pages that load nothing from elsewhere', async () => {
    const page = await fetch(`${store.url}/docs`);
    const html = await page.text();
    const loaded = [...html.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, address]) => address ?? '');
    expect({ status: page.status, elsewhere: loaded.filter((address) => !address.startsWith('./docs/')) }).toEqual({
      status: 200,
      elsewhere: [],
    });
    // To the last byte: a page that nobody reads on holds its connection, and the end of the store, up.
    const answers = await Promise.all(
      loaded.map(async (address) => {
        const file = await fetch(new URL(address, `${store.url}/`));
        return [file.status, (await file.arrayBuffer()).byteLength > 0];
      }),
    );
    expect(answers).toEqual(loaded.map(() => [200, true]));
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
  });
});

describe('.env.example', () => {
  it('is as committed (npm run generated)', () => {
    expect(readFileSync(join(ROOT, '.env.example'), 'utf8')).toBe(environmentExample());
  });
});
