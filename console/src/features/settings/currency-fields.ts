import { type components } from '@storekeeper/client';
import { readingRecord, store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { type FormField, type FormValues } from '../../shared/ui/form-field';

/** A currency of the API. */
export type Currency = components['schemas']['CurrencyRecord'];

/** A currency with the tag of its version. */
export const readingCurrency = (id: string) =>
  readingRecord(['/v1/currencies', id], (signal) =>
    store.GET('/v1/currencies/{currency_id}', { params: { path: { currency_id: id } }, signal }),
  );

/** The values of a new currency. */
export const NEW_CURRENCY: FormValues = {
  code: '',
  title: '',
  format: '{price}',
  decimal_point: '.',
  thousand_point: ',',
  exchange_rate: '1',
  modifier: '+0',
  rounding: '',
  rounding_mode: 'half_up',
  total_step: '',
  enabled: true,
  default: false,
};

/** The values of a saved currency. */
export function currencyValues(currency: Currency): FormValues {
  const { code, title, format, decimal_point, thousand_point, modifier, rounding_mode, enabled } = currency;
  return {
    ...{ code, title, format, decimal_point, thousand_point, modifier, rounding_mode, enabled },
    exchange_rate: String(currency.exchange_rate),
    rounding: currency.rounding ?? '',
    total_step: String(currency.total_step ?? ''),
    default: currency.default,
  };
}

const ROUNDINGS = ['full', '50', '99'] as const;
const MODES = ['half_up', 'half_even'] as const;

/** The fields of a currency. */
export function currencyFields(): readonly FormField[] {
  return [
    { name: 'code', label: t('currencies.code'), kind: 'text', isRequired: true, help: t('currencies.code.help') },
    { name: 'title', label: t('currencies.name'), kind: 'text', isRequired: true },
    {
      name: 'format',
      label: t('currencies.format'),
      kind: 'text',
      isRequired: true,
      help: t('currencies.format.help'),
    },
    { name: 'exchange_rate', label: t('currencies.rate'), kind: 'number', help: t('currencies.rate.help') },
    { name: 'decimal_point', label: t('currencies.decimal'), kind: 'text' },
    { name: 'thousand_point', label: t('currencies.thousand'), kind: 'text' },
    { name: 'modifier', label: t('currencies.modifier'), kind: 'price-change', help: t('currencies.modifier.help') },
    {
      name: 'rounding',
      label: t('currencies.rounding'),
      kind: 'choice',
      help: t('currencies.rounding.help'),
      options: ROUNDINGS.map((value) => ({ value, label: t(`currencies.rounding.${value}`) })),
    },
    {
      name: 'rounding_mode',
      label: t('currencies.mode'),
      kind: 'choice',
      isRequired: true,
      options: MODES.map((value) => ({ value, label: t(`currencies.mode.${value}`) })),
    },
    { name: 'total_step', label: t('currencies.step'), kind: 'number', help: t('currencies.step.help') },
    { name: 'enabled', label: t('currencies.enabled'), kind: 'switch', help: t('currencies.enabled.help') },
    { name: 'default', label: t('currencies.default'), kind: 'switch', help: t('currencies.default.help') },
  ];
}
