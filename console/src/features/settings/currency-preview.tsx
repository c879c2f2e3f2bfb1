import { Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { t } from '../../shared/text/text';
import { type FormValues } from '../../shared/ui/form-field';
import { currencyPreview } from './amount-preview';

const AMOUNT = 1234.5;

/** Shows an amount as the values of a currency's form write it. */
export function CurrencyPreview({ values }: { readonly values: FormValues }): ReactNode {
  const shown = currencyPreview(values, AMOUNT);
  return (
    <Text size="sm" role="status" className="breaks">
      {shown === undefined ? t('currencies.preview.none') : t('currencies.preview', { amount: shown })}
    </Text>
  );
}
