import { isStoreFailure, StoreError } from '@storekeeper/client';
import { Alert, Button, Code, Group, List, Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { t } from '../text/text';
import { type FieldLabels, faultSentence } from './fault-words';

const NO_LABELS: FieldLabels = {};

/** An error in words, with the id that the log of the store has. Nothing when there is none. */
export function ErrorPanel({
  error,
  retry,
  labels = NO_LABELS,
}: {
  readonly error: unknown;
  readonly retry?: () => void;
  /** Labels of the form whose change was refused. */
  readonly labels?: FieldLabels;
}): ReactNode {
  // After a 401 the console asks to sign in.
  if (error === null || error === undefined || (error instanceof StoreError && error.status === 401)) return null;
  const [first, ...others] = sentencesOf(error, labels);
  return (
    <Alert color="red" variant="outline" title={titleOf(error)} role="alert">
      <Text size="sm">{first}</Text>
      {others.length > 0 && (
        <List size="sm">
          {others.map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
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

/** The message of an error, and what is wrong with each field: the message repeats the first of these. */
function sentencesOf(error: unknown, labels: FieldLabels): readonly string[] {
  if (!isStoreFailure(error)) return [messageOf(error)];
  const { message, errors } = error;
  const ofFields = Object.entries(errors).flatMap(([field, messages]) =>
    messages.map((each) => faultSentence(field, each, labels)),
  );
  const isRepeated = Object.values(errors).some((messages) => messages.some((each) => message.includes(each)));
  return [...new Set(isRepeated ? ofFields : [message, ...ofFields])];
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
