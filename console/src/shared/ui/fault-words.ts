import { en } from '../text/en';
import { type Language, pageLanguage, textIn, type TextKey } from '../text/text';

/** Labels of fields, by the names that the API has for them. */
export type FieldLabels = Readonly<Record<string, string>>;

/** Fields of the API that the forms of several pages send. */
const SHARED: Readonly<Record<string, TextKey>> = {
  amount: 'payments.amount',
  carrier: 'shipment.carrier',
  codes: 'codes.title',
  expires: 'codes.expires',
  items: 'orders.items',
  name: 'clients.name',
  price: 'items.price',
  quantity: 'items.quantity',
  reason: 'refund.reason',
  scopes: 'clients.scopes',
  'settings.secret_key': 'gateway-setting.secret_key',
  'settings.webhook_secret': 'gateway-setting.webhook_secret',
  shipping_price: 'edit.shipping-price',
  sku: 'products.sku',
  status: 'orders.status',
  text: 'note.new',
  tracking_number: 'shipment.tracking_number',
  tracking_url: 'shipment.tracking_url',
  uses: 'codes.uses',
};

/** Words of the store that stand for a name, a number or several words, in the texts of faults. */
const WORDS: Readonly<Record<string, string>> = {
  field: String.raw`[a-z_][\w.]*`,
  number: String.raw`-?\d[\d.]*`,
  words: '.+',
};

/** The endings of messages that there are texts for: the English text is the store's own. */
const ENDINGS = (Object.keys(en) as TextKey[])
  .filter((key) => key.startsWith('fault.'))
  .map((key) => [key, patternOf(en[key])] as const);

function patternOf(text: string): RegExp {
  const literal = text.replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  const pattern = literal.replace(/\{(\w+)\}/g, (all, name: string) =>
    name in WORDS ? `(?<${name}>${WORDS[name] ?? ''})` : all.replace(/[{}]/g, String.raw`\$&`),
  );
  return new RegExp(`^${pattern}$`);
}

/**
 * Says under a field what is wrong with it, without its name.
 * @param message the store's, which begins with the name of the field
 */
export function faultAtField(field: string, message: string, labels: FieldLabels, language = pageLanguage()): string {
  const ending = endingOf(field, message);
  if (ending === undefined) return message;
  const text = translated(ending, labels, language);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Says away from a field what is wrong with it, under the label that its form has for it. */
export function faultSentence(field: string, message: string, labels: FieldLabels, language = pageLanguage()): string {
  const ending = endingOf(field, message);
  const named = nameOf(field, labels, language);
  return ending === undefined ? `${named}: ${message}` : `${named} ${translated(ending, labels, language)}`;
}

function endingOf(field: string, message: string): string | undefined {
  return message.startsWith(`${field} `) ? message.slice(field.length + 1) : undefined;
}

/** An ending in the page's language; in English where there is no text for it. */
function translated(ending: string, labels: FieldLabels, language: Language): string {
  for (const [key, pattern] of ENDINGS) {
    const found = pattern.exec(ending);
    if (found === null) continue;
    const { field, number, ...words } = found.groups ?? {};
    return textIn(language, key, {
      ...words,
      ...(field !== undefined && { field: nameOf(field, labels, language) }),
      ...(number !== undefined && { number: numberText(number, language) }),
    });
  }
  return ending;
}

/** The label of a field in quotation marks; its name where it has none. */
function nameOf(field: string, labels: FieldLabels, language: Language): string {
  // The form knows the fields of one line of a list: `items.1.sku`.
  const own = field.replace(/^[a-z_]+\.\d+\./, '');
  const label = labelOf(field, labels, language) ?? labelOf(own, labels, language);
  if (label !== undefined) return textIn(language, 'quoted', { title: label });
  const at = own.indexOf('.');
  const whole = at < 0 ? undefined : labelOf(own.slice(0, at), labels, language);
  return whole === undefined ? field : `${textIn(language, 'quoted', { title: whole })} (${own.slice(at + 1)})`;
}

function labelOf(field: string, labels: FieldLabels, language: Language): string | undefined {
  const shared = SHARED[field];
  return labels[field] ?? (shared === undefined ? undefined : textIn(language, shared, {}));
}

/** A number of the store with the point or comma of the language, and all its decimals. */
function numberText(text: string, { region }: Language): string {
  const decimals = text.split('.')[1]?.length ?? 0;
  return Number(text).toLocaleString(region(), { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}
