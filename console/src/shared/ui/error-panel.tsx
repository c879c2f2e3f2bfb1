import { isStoreFailure, StoreError } from '@storekeeper/client';
import { Alert, Button, Code, Group, List, Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { t } from '../text/text';

/** An error as the store put it, with the id that its log has. Nothing when there is none. */
export function ErrorPanel({ error, retry }: { readonly error: unknown; readonly retry?: () => void }): ReactNode {
  if (error === null || error === undefined) return null;
  const fields = fieldErrorsOf(error);
  return (
    <Alert color="red" variant="outline" title={titleOf(error)} role="alert">
      <Text size="sm">{messageOf(error)}</Text>
      {fields.length > 0 && (
        <List size="sm">
          {fields.map(([field, messages]) => (
            <List.Item key={field}>
              <b>{field}</b>: {messages.join('; ')}
            </List.Item>
          ))}
        </List>
      )}
      <Group mt="xs" gap="sm">
        {error instanceof StoreError && error.requestId !== undefined && (
          <Text size="xs" c="dimmed">
            {t('error.request')} <Code>{error.requestId}</Code>
          </Text>
        )}
        {retry && (
          <Button size="compact-xs" variant="default" onClick={retry}>
            {t('error.retry')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

/** Messages of fields that the message of the error does not repeat: of one field, it is the same sentence. */
function fieldErrorsOf(error: unknown): readonly (readonly [field: string, messages: readonly string[]])[] {
  if (!isStoreFailure(error)) return [];
  return Object.entries(error.errors)
    .map(([field, messages]) => [field, messages.filter((message) => !error.message.includes(message))] as const)
    .filter(([, messages]) => messages.length > 0);
}

/** The message of an error for people. */
function messageOf(error: unknown): string {
  // `fetch` says what no person understands.
  if (error instanceof TypeError) return t('error.unreachable');
  return error instanceof Error ? error.message : String(error);
}

function titleOf(error: unknown): string {
  if (!(error instanceof StoreError)) return t('error.title');
  if (error.status === 403) return t('error.forbidden');
  return error.status === 404 ? t('error.missing') : t('error.refused');
}
