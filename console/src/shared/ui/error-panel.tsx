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
  const { message, faults } = wordsOf(error, labels);
  return (
    <Alert color="red" variant="outline" title={titleOf(error)} role="alert">
      {message !== undefined && <Text size="sm">{message}</Text>}
      {faults.length > 0 && (
        <List size="sm">
          {faults.map((sentence) => (
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

/** An error in one sentence, and more where several fields are wrong. */
interface ErrorWords {
  readonly message?: string;
  readonly faults: readonly string[];
}

function wordsOf(error: unknown, labels: FieldLabels): ErrorWords {
  if (!isStoreFailure(error)) return { message: messageOf(error), faults: [] };
  const { message, errors } = error;
  const sentences = Object.entries(errors).flatMap(([field, messages]) =>
    messages.map((each) => faultSentence(field, each, labels)),
  );
  const faults = [...new Set(sentences)];
  // The message repeats that of one field.
  const isRepeated = Object.values(errors).some((messages) => messages.some((each) => message.includes(each)));
  if (!isRepeated) return { message, faults };
  const [only] = faults;
  return faults.length === 1 && only !== undefined ? { message: only, faults: [] } : { faults };
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
