import { Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { type AddressValues } from './address';
import { PageLink } from './page';

/** One number with its name; what it counts, and the page that lists it. */
export function Figure({
  title,
  value,
  note,
  to,
  search = {},
}: {
  readonly title: string;
  readonly value: string;
  readonly note?: string;
  readonly to?: string;
  readonly search?: AddressValues;
}): ReactNode {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {to === undefined ? (
          title
        ) : (
          <PageLink to={to} search={search}>
            {title}
          </PageLink>
        )}
      </Text>
      <Text fw={700} size="lg">
        {value}
      </Text>
      {note !== undefined && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </div>
  );
}
