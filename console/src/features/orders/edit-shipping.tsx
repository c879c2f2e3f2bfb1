import { Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { useMay } from '../../shared/api/session';
import { reading, store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { DecimalInput } from '../../shared/ui/decimal-input';
import { type EditChoice } from './edit';

/** The shipping of an edit. Its methods are settings: without their scope only the price can be changed. */
export function EditShipping({
  choice,
  set,
}: {
  readonly choice: EditChoice;
  readonly set: (patch: Partial<EditChoice>) => void;
}): ReactNode {
  const mayRead = useMay()('settings:read');
  const methods = useQuery({
    ...reading(['/v1/shipping', 'all'], (signal) => store.GET('/v1/shipping', { signal })),
    enabled: mayRead,
  });
  return (
    <Group align="flex-end">
      {methods.data !== undefined && (
        <Select
          label={t('orders.shipping')}
          data={methods.data.result.map(({ id, title }) => ({ value: id, label: title }))}
          value={choice.shipping === '' ? null : choice.shipping}
          onChange={(shipping) => set({ shipping: shipping ?? '' })}
          clearable
        />
      )}
      <DecimalInput
        label={t('edit.shipping-price')}
        placeholder={t('edit.unchanged')}
        value={choice.shippingPrice}
        set={(shippingPrice) => set({ shippingPrice })}
      />
    </Group>
  );
}
