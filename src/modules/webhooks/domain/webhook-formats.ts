import { ValidationFailed } from '../../../kernel/errors';

/** An event in the words of the wire. */
type WireEvent = Readonly<Record<string, unknown>>;

/** An event in the OpenAPI document. */
interface DocumentedBody {
  readonly schema: object;
  readonly example: unknown;
}

/**
 * A content type of webhooks. The store, `store listen`, the OpenAPI document, `/v1/webhooks/fields` and with it the console read it
 * from {@link WEBHOOK_FORMATS}.
 */
interface WebhookFormat {
  readonly mediaType: string;
  /** Values of `content_type` beside the key and the media type that mean it, lower case. */
  readonly spellings: readonly string[];
  /** Completes "The body is" in docs/webhooks.md. */
  readonly meaning: string;
  /** The body of a request, the same for the same event. */
  readonly write: (event: WireEvent) => string;
  /** The event of a body as a receiver has it. @throws SyntaxError when it is none */
  readonly read: (body: string) => unknown;
  /** A body as text for people. @throws SyntaxError */
  readonly show: (body: string) => string;
  /** The media type object of the OpenAPI document. */
  readonly content: (event: DocumentedBody) => object;
}

const indented = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);

/** The content types by the keys that are stored (webhooks.md 4): at most 4 letters, the size of the column. */
export const WEBHOOK_FORMATS = {
  json: {
    mediaType: 'application/json',
    spellings: [],
    meaning: 'a JSON array with one event',
    write: (event) => JSON.stringify([event]),
    read: (body) => (JSON.parse(body) as readonly unknown[])[0],
    show: indented,
    content: ({ schema, example }) => ({
      schema: { type: 'array', items: schema, minItems: 1, maxItems: 1 },
      example: [example],
    }),
  },
  form: {
    mediaType: 'application/x-www-form-urlencoded',
    spellings: ['form-urlencoded'],
    meaning: 'the fields of the event in bracket notation: `type=order.created&data[total]=10&…`',
    // From the JSON text, so that both bodies have the same values for any `data`.
    write: (event) => formOf(JSON.parse(JSON.stringify(event)) as Record<string, Json>),
    read: (body) => Object.fromEntries(new URLSearchParams(body)),
    show: (body) => [...new URLSearchParams(body)].map((pair) => pair.join(' = ')).join('\n'),
    content: ({ schema }) => ({ schema, encoding: { data: { style: 'deepObject', explode: true } } }),
  },
} as const satisfies Record<string, WebhookFormat>;

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

function formOf(fields: Record<string, Json>): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) appendField(form, name, value);
  return form.toString();
}

/** `null`, `[]` and `{}` become an empty field: bracket notation cannot express them, and an omitted field tells less. */
function appendField(form: URLSearchParams, name: string, value: Json): void {
  if (value === null || typeof value !== 'object') {
    form.append(name, value === null ? '' : String(value));
    return;
  }
  const entries = Object.entries(value);
  if (entries.length === 0) form.append(name, '');
  for (const [key, inner] of entries) appendField(form, `${name}[${key}]`, inner);
}

/** A stored `content_type`. */
export type WebhookContentType = keyof typeof WEBHOOK_FORMATS;
/** All of them. */
export const CONTENT_TYPES = Object.keys(WEBHOOK_FORMATS) as readonly WebhookContentType[];

const FORMATS: readonly (readonly [WebhookContentType, WebhookFormat])[] = CONTENT_TYPES.map((key) => [
  key,
  WEBHOOK_FORMATS[key],
]);

/** Media types by key. */
export const MEDIA_TYPES = Object.fromEntries(FORMATS.map(([key, { mediaType }]) => [key, mediaType])) as Readonly<
  Record<WebhookContentType, string>
>;

const SPELLINGS: ReadonlyMap<string, WebhookContentType> = new Map(
  FORMATS.flatMap(([key, { spellings, mediaType }]) =>
    [key, ...spellings, mediaType].map((spelling): [string, WebhookContentType] => [spelling, key]),
  ),
);

const listed = (words: readonly string[], type: 'conjunction' | 'disjunction'): string =>
  new Intl.ListFormat('en-GB', { type }).format(words);
const FURTHER = [...SPELLINGS.keys()].filter((spelling) => !Object.hasOwn(WEBHOOK_FORMATS, spelling));

/** The accepted values of `content_type` in words, for the OpenAPI document: `json or form; also …`. */
export const CONTENT_TYPE_WORDS = `${listed(CONTENT_TYPES, 'disjunction')}; also ${listed(FURTHER, 'conjunction')}.`;

/**
 * The stored key of a `content_type` as sent, in any case (webhooks.md 4).
 * @throws ValidationFailed for any other text
 */
export function parseContentType(text: string): WebhookContentType {
  const key = SPELLINGS.get(text.trim().toLowerCase());
  if (!key) throw ValidationFailed.of('content_type', `must be one of ${[...SPELLINGS.keys()].join(', ')}`);
  return key;
}

/** The format of a body that arrived, by its media type. */
export function formatOf(mediaType: string | undefined): WebhookFormat | undefined {
  return FORMATS.find(([, format]) => format.mediaType === mediaType)?.[1];
}

/** The bodies of a webhook in the OpenAPI document, by media type. */
export function documentedBodies(event: DocumentedBody): Record<string, object> {
  return Object.fromEntries(FORMATS.map(([, { mediaType, content }]) => [mediaType, content(event)]));
}
