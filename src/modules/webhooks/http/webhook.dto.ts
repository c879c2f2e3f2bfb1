import { PartialType } from '@nestjs/swagger';
import { ValidationFailed } from '../../../kernel/errors';
import { isId } from '../../../kernel/ids';
import { FieldProblem, type FieldParser } from '../../../kernel/fields/field-problem';
import { textParser, textsOf } from '../../../kernel/fields/field-parsers';
import { BooleanField, Field, TextField } from '../../../platform/http/fields/fields';
import { listParser } from '../../../platform/http/fields/nested-dto';
import { openEnum } from '../../../platform/http/openapi/record-schemas';
import { sentOf } from '../../../platform/http/fields/patch';
import { CONTENT_TYPE_WORDS, MEDIA_TYPES, parseContentType, type WebhookContentType } from '../domain/webhook-formats';
import { signingKey } from '../domain/webhook-signature';
import { MAX_URL_LENGTH, parseWebhookUrl } from '../domain/webhook-url';
import { type WebhookFields } from '../webhooks.service';

const MAX_LINKS = 100;

/** Text that a rule of the domain checks; the value is what the rule made of it. */
function checkedText(max: number, check: (text: string) => unknown): FieldParser {
  const parse = textParser(max);
  return (raw) => {
    const text = parse(raw);
    return typeof text === 'string' ? checked(() => check(text)) : text;
  };
}

/** A list of at most 100 texts, in any of the ways to send a list. */
function listOf(field: string, check: (texts: string[]) => unknown): FieldParser {
  const parse = listParser(field);
  return (raw) => {
    const list = parse(raw);
    if (list instanceof FieldProblem) return list;
    if (list.length > MAX_LINKS) return new FieldProblem(`must have at most ${MAX_LINKS} entries`);
    const texts = textsOf(list);
    return texts instanceof FieldProblem ? texts : checked(() => check(texts));
  };
}

function checked(check: () => unknown): unknown {
  try {
    return check();
  } catch (error) {
    if (error instanceof ValidationFailed) return new FieldProblem(error.message, error.errors);
    throw error;
  }
}

function orderIds(ids: readonly string[]): string[] {
  const bad = ids.findIndex((id) => !isId(id));
  if (bad !== -1) throw ValidationFailed.of(`order.${bad}`, 'must be an id');
  return [...new Set(ids)];
}

const LIST_OF_TEXT = { type: 'array', items: { type: 'string' }, maxItems: MAX_LINKS } as const;

/** A new webhook. */
export class CreateWebhookDto {
  @Field(
    checkedText(MAX_URL_LENGTH, (text) => (parseWebhookUrl(text), text)),
    { type: 'string', format: 'uri', maxLength: MAX_URL_LENGTH },
    {
      required: true,
      description: 'Address of the handler: http or https, without user or password.',
      example: 'https://shop.example/hooks',
    },
  )
  url!: string;

  @Field(
    checkedText(255, parseContentType),
    { type: 'string' },
    {
      required: true,
      labels: MEDIA_TYPES,
      description: CONTENT_TYPE_WORDS,
      example: 'json',
    },
  )
  content_type!: WebhookContentType;

  @BooleanField({ required: true, description: 'Whether the webhook receives create events.' })
  create!: boolean;

  @BooleanField({ required: true, description: 'Whether the webhook receives update events.' })
  update!: boolean;

  @BooleanField({ required: true, description: 'Whether the webhook receives delete events.' })
  delete!: boolean;

  @BooleanField({ required: true, description: 'Whether deliveries are sent to this webhook.' })
  enabled!: boolean;

  @BooleanField({
    preset: '0',
    description:
      'Whether the webhook receives the events of an object one after the other: the next when the one before was delivered or given up. Default: 0.',
  })
  ordered?: boolean;

  @TextField({ description: 'Reference name.' })
  name?: string | null;

  @TextField({ description: 'Subject line of the webhook-related e-mail, if any.' })
  subject?: string | null;

  @Field(
    checkedText(255, (text) => (signingKey(text), text)),
    { type: 'string', minLength: 8, maxLength: 255 },
    {
      description:
        'Key for the Standard Webhooks signature. Default: generated and returned once. Text after `whsec_` is base64.',
    },
  )
  secret?: string | null;

  @Field(
    listOf('events', (patterns) => patterns),
    { ...LIST_OF_TEXT, items: openEnum('EventPattern') },
    {
      description: 'Patterns of event types, such as order.* or *.deleted; empty: all.',
      example: ['order.*', '*.deleted'],
    },
  )
  events?: string[] | null;

  @Field(listOf('order', orderIds), LIST_OF_TEXT, {
    of: 'order',
    description: 'Ids of orders that the webhook is related to.',
  })
  order?: string[] | null;

  /** The whole row, defaults filled in. */
  toFields(): WebhookFields {
    return webhookFields(this);
  }
}

/** Changes of a webhook: omitted fields stay. A secret sent empty stays too. */
export class UpdateWebhookDto extends PartialType(CreateWebhookDto) {
  /** Only what was sent. */
  toPatch(): Partial<WebhookFields> {
    return sentOf(this, webhookFields(this as CreateWebhookDto));
  }
}

function webhookFields(dto: CreateWebhookDto): WebhookFields {
  return {
    url: dto.url,
    contentType: dto.content_type,
    create: dto.create,
    update: dto.update,
    delete: dto.delete,
    enabled: dto.enabled,
    ordered: dto.ordered ?? false,
    name: dto.name ?? null,
    subject: dto.subject ?? null,
    secret: dto.secret ?? null,
    events: dto.events ?? [],
    order: dto.order ?? null,
  };
}
