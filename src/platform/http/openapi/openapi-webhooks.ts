import { type OpenAPIObject } from '@nestjs/swagger';
import { type DocumentedEvent } from './documented-event';
import { eventSchemaName, exampleEvent } from './event-schemas';
import { type OpenParameter } from './list-parameters';
import { type Schemas } from './shared-schemas';

type Webhooks = NonNullable<OpenAPIObject['webhooks']>;
type Responses = NonNullable<NonNullable<OpenAPIObject['components']>['responses']>;

const header = (name: string, description: string, schema: object): OpenParameter => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
});

/** The headers of a webhook request (Standard Webhooks), by the names of their components. */
export const WEBHOOK_HEADERS: Readonly<Record<string, OpenParameter>> = {
  MessageId: header('webhook-id', 'Id of the event, the same on every attempt.', {
    type: 'string',
    format: 'uuid',
    example: '019a0b1c-0000-7000-8000-000000000000',
  }),
  Timestamp: header('webhook-timestamp', 'Time of this attempt, in seconds since 1970.', {
    type: 'string',
    pattern: '^[0-9]+$',
    example: '1769860800',
  }),
  Signature: header(
    'webhook-signature',
    'Signatures of `<webhook-id>.<webhook-timestamp>.<body>`, with spaces between them; two while a secret is rotated.',
    { type: 'string', example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=' },
  ),
  Attempt: header('webhook-attempt', '1 for the first attempt.', {
    type: 'string',
    pattern: '^[1-9][0-9]*$',
    example: '1',
  }),
};

/** Your responses to a webhook request, by the names of their components. */
export const WEBHOOK_ANSWERS = {
  Received: { description: 'You have the event. Any other status but 410 is tried again.' },
  Unwanted: { description: 'You want no more events: the store disables the webhook.' },
} satisfies Responses;

/** Returns the bodies of an event by media type, as webhooks may ask for them. */
export type DocumentedBodies = (event: {
  readonly schema: object;
  readonly example: unknown;
}) => Record<string, object>;

/** The requests that the store sends, one for each event type (events.md 1). */
export function webhookOperations(
  events: readonly DocumentedEvent[],
  bodies: DocumentedBodies,
  schemas: Schemas,
): Webhooks {
  return Object.fromEntries(
    events.map((event) => {
      const schema = { $ref: `#/components/schemas/${eventSchemaName(event.type)}` };
      const content = bodies({ schema, example: exampleEvent(event, schemas) });
      return [event.type, { post: webhookOperation(event, content) }];
    }),
  );
}

/** Returns the event of the example that a document has for a type. */
export function sentExample(document: OpenAPIObject, type: string): unknown {
  const body = document.webhooks?.[type]?.post?.requestBody;
  const content = body === undefined || '$ref' in body ? undefined : body.content['application/json'];
  return (content?.example as unknown[] | undefined)?.[0];
}

function webhookOperation(
  event: DocumentedEvent,
  content: Record<string, object>,
): NonNullable<Webhooks[string]['post']> {
  return {
    operationId: `send${eventSchemaName(event.type)}`,
    tags: ['Webhooks'],
    summary: event.when,
    parameters: Object.keys(WEBHOOK_HEADERS).map((key) => ({ $ref: `#/components/parameters/${key}` })),
    requestBody: { required: true, content },
    responses: {
      '2XX': { $ref: '#/components/responses/Received' },
      '410': { $ref: '#/components/responses/Unwanted' },
    },
    security: [],
  };
}
