import { Button, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState, useSyncExternalStore } from 'react';
import { signIn } from '../shared/api/session';
import { t } from '../shared/text/text';
import { ErrorPanel } from '../shared/ui/error-panel';
import { useEndedWhenBack } from '../shared/ui/use-change';
import { linkRefusal } from './begin';

/** Asks for the id and secret of an API client. @param status reason why it asks */
export function SignInForm({ status }: { readonly status: string | undefined }): ReactNode {
  const [id, setId] = useState('');
  const [secret, setSecret] = useState('');
  const refusal = useSyncExternalStore(linkRefusal.subscribe, linkRefusal.get);
  const entry = useMutation({ mutationFn: () => signIn({ client_id: id.trim(), client_secret: secret.trim() }) });
  useEndedWhenBack(entry);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    linkRefusal.set(undefined);
    entry.mutate();
  };
  return (
    <div className="sign-in">
      <Paper withBorder p="lg" w="100%" maw={400}>
        <form onSubmit={submit}>
          <Stack>
            <Title order={1} size="h3">
              {t('sign-in.title')}
            </Title>
            {status !== undefined && refusal === undefined && <Text role="status">{status}</Text>}
            {refusal !== undefined && <ErrorPanel error={new Error(refusal)} />}
            <TextInput
              label={t('sign-in.id')}
              value={id}
              required
              autoComplete="username"
              spellCheck={false}
              onChange={({ currentTarget }) => setId(currentTarget.value)}
            />
            <TextInput
              type="password"
              label={t('sign-in.secret')}
              value={secret}
              required
              autoComplete="current-password"
              onChange={({ currentTarget }) => setSecret(currentTarget.value)}
            />
            <ErrorPanel error={entry.error} />
            <Button type="submit" loading={entry.isPending}>
              {t('sign-in.submit')}
            </Button>
            <Text size="sm" c="dimmed">
              {t('sign-in.link')} <code>npm run store -- console</code>
            </Text>
            <Text size="sm" c="dimmed">
              {t('sign-in.help')} <code>npm run store -- client:create --name me</code>
            </Text>
          </Stack>
        </form>
      </Paper>
    </div>
  );
}
