import { Button, NumberInput, TextInput } from '@mantine/core';
import { type ReactNode } from 'react';
import { t } from '../../shared/text/text';
import { DecimalInput } from '../../shared/ui/decimal-input';
import { type EditLine, NEW_LINE } from './edit';
import { LineChoices } from './line-choices';

/** The lines of an edit; a quantity of 0 removes one. */
export function EditLines({
  lines,
  set,
}: {
  readonly lines: readonly EditLine[];
  readonly set: (lines: readonly EditLine[]) => void;
}): ReactNode {
  const change = (at: number, patch: Partial<EditLine>): void =>
    set(lines.map((line, i) => (i === at ? { ...line, ...patch } : line)));
  return (
    <>
      <table className="table list">
        <thead>
          <tr>
            <th>{t('items.product')}</th>
            <th>{t('items.quantity')}</th>
            <th>{t('edit.price')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            // A line has no other name than its place while its sku is typed.
            <tr key={at}>
              <td data-label={t('items.product')}>
                {line.isNew ? (
                  <>
                    <TextInput
                      aria-label={t('edit.sku')}
                      placeholder={t('edit.sku')}
                      value={line.sku}
                      onChange={({ currentTarget }) => change(at, { sku: currentTarget.value, modifier: {} })}
                    />
                    <LineChoices line={line} set={(modifier) => change(at, { modifier })} />
                  </>
                ) : (
                  line.title
                )}
              </td>
              <td data-label={t('items.quantity')}>
                <NumberInput
                  aria-label={t('edit.quantity-of', { title: line.title || line.sku })}
                  min={0}
                  w={100}
                  allowDecimal={false}
                  value={line.quantity}
                  onChange={(quantity) => change(at, { quantity: Number(quantity) })}
                />
              </td>
              <td data-label={t('edit.price')}>
                <DecimalInput
                  aria-label={t('edit.price-of', { title: line.title || line.sku })}
                  placeholder={t('edit.unchanged')}
                  w={110}
                  value={line.price}
                  set={(price) => change(at, { price })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div>
        <Button variant="default" size="xs" onClick={() => set([...lines, NEW_LINE])}>
          {t('edit.add')}
        </Button>
      </div>
    </>
  );
}
