import { TextInput, type TextInputProps } from '@mantine/core';
import { type ReactNode } from 'react';
import { decimalFault } from '../format/decimal';

/** A field for a number with decimals. It says at once when its text is none. */
export function DecimalInput({
  value,
  set,
  error,
  ...input
}: Omit<TextInputProps, 'value' | 'onChange'> & {
  readonly value: string;
  readonly set: (text: string) => void;
}): ReactNode {
  return (
    <TextInput
      {...input}
      inputMode="decimal"
      error={decimalFault(value) ?? error}
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}
