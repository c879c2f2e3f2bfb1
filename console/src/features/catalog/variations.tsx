import { Button, Group, Table, Text } from '@mantine/core';
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
    <Table className="list" verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('catalog.name')}</Table.Th>
          <Table.Th data-number>{t('variations.mod_price')}</Table.Th>
          <Table.Th>{t('products.sku')}</Table.Th>
          <Table.Th data-number>{t('products.stock_level')}</Table.Th>
          {edit && <Table.Th>{t('variations.actions')}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {variations.map((variation) => (
          <Table.Tr key={variation.id}>
            <Table.Td data-label={t('catalog.name')}>{variation.title}</Table.Td>
            <Table.Td data-number data-label={t('variations.mod_price')}>
              {variation.difference}
            </Table.Td>
            <Table.Td data-label={t('products.sku')}>{variation.sku ?? <Missing />}</Table.Td>
            <Table.Td data-number data-label={t('products.stock_level')}>
              {variation.stock_level ?? t('variations.shared-stock')}
            </Table.Td>
            {edit && (
              <Table.Td data-label={t('variations.actions')}>
                <VariationActions variation={variation} edit={() => edit(variation.id)} />
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
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
