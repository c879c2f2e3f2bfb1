import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { reading, store } from '../../shared/api/store';
import { type EditLine } from './edit';

/** After a pause in typing, the product is looked for. */
const PAUSE_MS = 300;

/** A choice for each modifier of the product whose sku was typed. */
export function LineChoices({
  line: { sku, modifier },
  set,
}: {
  readonly line: EditLine;
  readonly set: (modifier: EditLine['modifier']) => void;
}): ReactNode {
  const [wanted] = useDebouncedValue(sku.trim(), PAUSE_MS);
  const { data } = useQuery({
    ...reading(['/v1/products', 'of-sku', wanted], (signal) =>
      store.GET('/v1/products', { params: { query: { sku: wanted, limit: 1 } }, signal }),
    ),
    enabled: wanted !== '',
  });
  const product = sku.trim() === wanted ? data?.result[0] : undefined;
  return Object.values(product?.modifiers ?? {}).map(({ id, title, type, variations }) => {
    const own = { label: title, value: modifier[id] ?? '', mt: 4 };
    const choose = (choice: string): void => set({ ...modifier, [id]: choice });
    if (type.data.key === 'input')
      return <TextInput key={id} {...own} onChange={({ currentTarget }) => choose(currentTarget.value)} />;
    const choices = Object.values(variations).map((of) => ({ value: of.id, label: `${of.title} ${of.difference}` }));
    return (
      <NativeSelect
        key={id}
        {...own}
        data={[{ value: '', label: '' }, ...choices]}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
    );
  });
}
