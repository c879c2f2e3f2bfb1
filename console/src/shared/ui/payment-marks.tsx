import { type components } from '@storekeeper/client';
import { Group } from '@mantine/core';
import { type ReactNode } from 'react';
import { word } from '../text/text';
import { paymentTone } from './payment-status';
import { Mark } from './values';

type Marked = Pick<components['schemas']['TransactionRecord'], 'status' | 'problem'>;

/** The status of a payment, and its problem. */
export function PaymentMarks({ of: { status, problem } }: { readonly of: Marked }): ReactNode {
  return (
    <Group gap="xs">
      <Mark tone={paymentTone(status)}>{word('payment-status', status)}</Mark>
      {problem !== null && <Mark tone="bad">{word('payment-problem', problem)}</Mark>}
    </Group>
  );
}
