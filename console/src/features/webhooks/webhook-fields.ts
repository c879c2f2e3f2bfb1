import { type ServedField } from '../../shared/api/fields';
import { t } from '../../shared/text/text';
import { type FormField, type FormValues } from '../../shared/ui/form-field';
import { type Webhook } from './health';

/** Patterns of events that are offered; others can be sent over the API. */
const PATTERNS = [
  'order.*',
  'order.created',
  'order.updated',
  'order_item.*',
  'payment.*',
  'shipment.*',
  'product.*',
  'customer.*',
  'address.*',
  'promotion.*',
  'cart.*',
  'category.*',
  'brand.*',
  'collection.*',
  'file.*',
  'webhook.*',
  '*.created',
  '*.updated',
  '*.deleted',
] as const;

/** The values of a new webhook: it receives everything. */
export const NEW_WEBHOOK: FormValues = {
  name: '',
  url: '',
  content_type: 'json',
  events: [],
  create: true,
  update: true,
  delete: true,
  ordered: false,
  enabled: true,
  secret: '',
};

/** The values of a saved webhook. Its secret is never shown. */
export function webhookValues(record: Webhook): FormValues {
  const isYes = ({ data }: { data: { key: number } }): boolean => data.key === 1;
  return {
    name: record.name ?? '',
    url: record.url,
    content_type: record.content_type.data.key,
    events: record.events,
    create: isYes(record.create),
    update: isYes(record.update),
    delete: isYes(record.delete),
    ordered: isYes(record.ordered),
    enabled: isYes(record.enabled),
  };
}

/**
 * The fields of a webhook that has these patterns of events. A new one can be given a secret.
 * @param contentType as the store serves it, with its choices
 */
export function webhookFields(
  events: readonly string[],
  contentType: ServedField | undefined,
  isNew: boolean,
): readonly FormField[] {
  const patterns = [...new Set([...PATTERNS, ...events])];
  const secret: FormField = {
    name: 'secret',
    label: t('webhooks.secret'),
    kind: 'secret',
    help: t('webhooks.secret.help'),
  };
  return [
    { name: 'url', label: t('webhooks.url'), kind: 'text', isRequired: true },
    { name: 'name', label: t('webhooks.name'), kind: 'text' },
    {
      name: 'events',
      label: t('webhooks.events'),
      kind: 'choices',
      help: t('webhooks.events.help'),
      options: patterns.map((value) => ({ value, label: value })),
    },
    {
      name: 'content_type',
      label: t('webhooks.content-type'),
      kind: 'choice',
      isRequired: true,
      options: Object.entries(contentType?.options.choices ?? {}).map(([value, label]) => ({ value, label })),
    },
    { name: 'create', label: t('webhooks.create'), kind: 'switch' },
    { name: 'update', label: t('webhooks.update'), kind: 'switch' },
    { name: 'delete', label: t('webhooks.delete'), kind: 'switch' },
    { name: 'ordered', label: t('webhooks.ordered'), kind: 'switch', help: t('webhooks.ordered.help') },
    { name: 'enabled', label: t('webhooks.enabled'), kind: 'switch', help: t('webhooks.enabled.help') },
    ...(isNew ? [secret] : []),
  ];
}
