import { Button, Group, Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { ConfirmButton } from '../../shared/ui/confirm';
import { Missing } from '../../shared/ui/values';
import { useChange } from '../../shared/ui/use-change';
import { type Modifier, type Variation } from './modifier';

/** The options of a modifier, with their prices and stock. */
export function Variations({
  modifier,
  edit,
}: {
  readonly modifier: Modifier;
  /** Missing: for reading. */
  readonly edit: ((variation: string) => void) | undefined;
}): ReactNode {
  const variations = Object.values(modifier.variations);
  if (modifier.type.data.key === 'input') return null;
  if (variations.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('variations.none')}
      </Text>
    );
  }
  return (
    <table className="table list">
      <thead>
        <tr>
          <th>{t('catalog.name')}</th>
          <th data-number>{t('variations.mod_price')}</th>
          <th>{t('products.sku')}</th>
          <th data-number>{t('products.stock_level')}</th>
          {edit && <th>{t('variations.actions')}</th>}
        </tr>
      </thead>
      <tbody>
        {variations.map((variation) => (
          <tr key={variation.id}>
            <td data-label={t('catalog.name')}>{variation.title}</td>
            <td data-number data-label={t('variations.mod_price')}>
              {variation.difference}
            </td>
            <td data-label={t('products.sku')}>{variation.sku ?? <Missing />}</td>
            <td data-number data-label={t('products.stock_level')}>
              {variation.stock_level ?? t('variations.shared-stock')}
            </td>
            {edit && (
              <td data-label={t('variations.actions')}>
                <VariationActions variation={variation} edit={() => edit(variation.id)} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function VariationActions({
  variation: { id, title, modifier, product },
  edit,
}: {
  readonly variation: Variation;
  readonly edit: () => void;
}): ReactNode {
  const remove = useChange(
    () =>
      store.DELETE('/v1/products/{product_id}/modifiers/{modifier_id}/variations/{variation_id}', {
        params: { path: { product_id: product, modifier_id: modifier, variation_id: id } },
      }),
    t('catalog.removed'),
  );
  return (
    <Group gap="xs">
      <Button size="sm" variant="default" aria-label={t('catalog.change-of', { title })} onClick={edit}>
        {t('catalog.change')}
      </Button>
      <ConfirmButton
        label={t('catalog.remove')}
        question={t('variations.remove.question', { title })}
        change={remove}
      />
    </Group>
  );
}
