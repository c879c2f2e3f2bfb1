import { TextInput, type TextInputProps } from '@mantine/core';
import { type ReactNode } from 'react';
import { decimalFault, priceChangeFault } from '../format/decimal';

/** A field for a number with decimals. It says at once when its text is none. */
export function DecimalInput({
  value,
  set,
  error,
  isChange = false,
  ...input
}: Omit<TextInputProps, 'value' | 'onChange'> & {
  readonly value: string;
  readonly set: (text: string) => void;
  /** It is a change of a price: the number has a sign. */
  readonly isChange?: boolean;
}): ReactNode {
  return (
    <TextInput
      {...input}
      // The keys for numbers of a phone have no signs.
      inputMode={isChange ? 'text' : 'decimal'}
      error={(isChange ? priceChangeFault : decimalFault)(value) ?? error}
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}
