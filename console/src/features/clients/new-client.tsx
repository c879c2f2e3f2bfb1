import { Alert, Button, Checkbox, Code, CopyButton, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useSession } from '../../shared/api/session';
import { store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { ErrorPanel } from '../../shared/ui/error-panel';
import { Section } from '../../shared/ui/page';
import { useUnsaved } from '../../shared/ui/unsaved';
import { useChange } from '../../shared/ui/use-change';
import { type ClientScope } from './scopes';

/** Makes a client with some of the scopes of this session, and shows its secret once. */
export function NewClient({ close }: { readonly close: () => void }): ReactNode {
  const session = useSession();
  const offered = session.kind === 'in' ? session.scopes : [];
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly string[]>([]);
  const create = useChange(
    () => store.POST('/v1/clients', { body: { name, scopes: scopes as ClientScope[] } }),
    t('clients.done'),
  );
  const made = create.data?.data.result;
  useUnsaved(made === undefined && (name !== '' || scopes.length > 0));
  if (made !== undefined) return <Secret id={made.id} secret={made.client_secret} close={close} />;
  return (
    <Section title={t('clients.new')}>
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          create.mutate(undefined);
        }}
      >
        <Stack>
          <TextInput
            label={t('clients.name')}
            description={t('clients.name.help')}
            required
            maw={360}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Checkbox.Group
            label={t('clients.scopes')}
            description={t('clients.scopes.help')}
            value={[...scopes]}
            onChange={setScopes}
          >
            <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} mt="xs" spacing="xs">
              {offered.map((scope) => (
                <Checkbox key={scope} value={scope} label={scope} />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
          <ErrorPanel error={create.error} />
          <Group>
            <Button type="submit" loading={create.isPending} disabled={scopes.length === 0}>
              {t('clients.submit')}
            </Button>
            <Button variant="default" onClick={() => setScopes(offered)}>
              {t('clients.all')}
            </Button>
            <Button variant="default" onClick={close}>
              {t('action.cancel')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

function Secret({
  id,
  secret,
  close,
}: {
  readonly id: string;
  readonly secret: string;
  readonly close: () => void;
}): ReactNode {
  return (
    <Alert variant="outline" color="green" title={t('clients.secret.title')} role="alert">
      <Stack gap="xs">
        <Text size="sm">{t('clients.secret.once')}</Text>
        <Text size="sm">
          {t('clients.id')} <Code>{id}</Code>
        </Text>
        <Text size="sm" className="breaks">
          {t('sign-in.secret')} <Code>{secret}</Code>
        </Text>
        <Group>
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {t(copied ? 'action.copied' : 'clients.secret.copy')}
              </Button>
            )}
          </CopyButton>
          <Button onClick={close}>{t('action.close')}</Button>
        </Group>
      </Stack>
    </Alert>
  );
}
