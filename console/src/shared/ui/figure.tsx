import { Text } from '@mantine/core';
import { type ReactNode } from 'react';

/** One number with its name. */
export function Figure({ title, value }: { readonly title: string; readonly value: string }): ReactNode {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      <Text fw={700} size="lg">
        {value}
      </Text>
    </div>
  );
}
