import { type Finding } from '../payment-gateway.port';

/** Characters that the ledger keeps of a reference. */
const MAX_REFERENCE = 255;
const MAX_URL = 2048;

const isReference = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && value.length <= MAX_REFERENCE;
const isMessage = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isUrl = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.length <= MAX_URL && /^https?:\/\/\S+$/i.test(value));

const isCurrency = (value: unknown): boolean => typeof value === 'string' && /^[A-Z]{3}$/.test(value);

type Fields = Readonly<Record<string, unknown>>;

const isMoved = (value: unknown): boolean => {
  if (value === undefined) return true;
  if (typeof value !== 'object' || value === null) return false;
  const { amount, currency, isHeld } = value as Fields;
  return typeof amount === 'bigint' && amount >= 0n && isCurrency(currency) && typeof isHeld === 'boolean';
};

const FORMS: Readonly<Record<Finding['status'], (fields: Fields) => boolean>> = {
  accepted: ({ reference, moved }) => isReference(reference) && isMoved(moved),
  declined: ({ reference, message }) => isReference(reference) && isMessage(message),
  refused: ({ message }) => isMessage(message),
  pending: ({ reference, url }) => isReference(reference) && isUrl(url),
  none: () => true,
};

/**
 * Whether the answer of a gateway has all that its status says. Of a malformed one nothing is known: the attempt stays open, and the
 * provider is asked again (orders-and-payments.md 11).
 */
export function isWellFormed(answer: unknown): answer is Finding {
  if (typeof answer !== 'object' || answer === null) return false;
  const fields = answer as Fields;
  const status = String(fields['status']);
  return Object.hasOwn(FORMS, status) && FORMS[status as Finding['status']](fields);
}
