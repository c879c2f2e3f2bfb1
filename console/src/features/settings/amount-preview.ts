import { moneyText } from '../../shared/format/money';
import { type FormValues } from '../../shared/ui/form-field';

/** An amount as these values of a form would show it; undefined while the format has no place for it. */
export function currencyPreview(values: FormValues, amount: number): string | undefined {
  const text = (name: string): string => String(values[name] ?? '');
  if (!text('format').includes('{price}')) return undefined;
  return moneyText(amount, {
    code: text('code').toUpperCase(),
    format: text('format'),
    // Empty fields get their defaults.
    decimal_point: text('decimal_point') || '.',
    thousand_point: text('thousand_point') || ',',
  });
}
