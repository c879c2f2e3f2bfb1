import { type ItemOf } from '@storekeeper/client';
import { Button, Text } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useMay, useSession } from '../../shared/api/session';
import { store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { useAddress } from '../../shared/ui/address';
import { ConfirmButton } from '../../shared/ui/confirm';
import { List } from '../../shared/ui/list-page';
import { type ListFilter } from '../../shared/ui/list-query';
import { type ListColumn } from '../../shared/ui/list-table';
import { Empty, Page as Frame } from '../../shared/ui/page';
import { ShownForm } from '../../shared/ui/shown-form';
import { Mark, Time } from '../../shared/ui/values';
import { useChange } from '../../shared/ui/use-change';
import { NewClient } from './new-client';
import { scopesText } from './scopes';

type Client = ItemOf<'/v1/clients'>;

const SHOWN_BY = ['do'] as const;

const FILTERS: readonly ListFilter[] = [{ name: 'name', label: t('clients.name'), kind: 'words' }];

const COLUMNS: readonly ListColumn<Client>[] = [
  {
    id: 'name',
    title: t('clients.name'),
    cell: ({ name, program }) =>
      program === null ? (
        name
      ) : (
        <>
          {name} <Mark tone="plain">{t(`clients.program.${program}`)}</Mark>
        </>
      ),
    text: ({ name }) => name,
  },
  { id: 'id', title: t('clients.id'), cell: ({ id }) => id, text: ({ id }) => id },
  {
    id: 'scopes',
    title: t('clients.scopes'),
    cell: ({ scopes, origins }) =>
      origins === null ? scopesText(scopes) : t('clients.public', { origins: origins.join(', ') }),
    text: ({ scopes }) => scopes.join(' '),
  },
  { id: 'created_at', title: t('clients.made'), cell: ({ created_at }) => <Time value={created_at} /> },
  {
    id: 'last_used_at',
    title: t('clients.used'),
    cell: ({ last_used_at }) => (last_used_at === null ? t('clients.unused') : <Time value={last_used_at} />),
  },
  {
    id: 'revoked_at',
    title: t('clients.state'),
    cell: ({ revoked_at }) =>
      revoked_at === null ? (
        <Mark tone="good">{t('clients.active')}</Mark>
      ) : (
        <>
          <Mark tone="plain">{t('clients.revoked')}</Mark> <Time value={revoked_at} />
        </>
      ),
  },
];

/** API clients: make, list and revoke. */
export function Page(): ReactNode {
  const [address, change] = useAddress();
  const mayWrite = useMay()('clients:write');
  const columns = useMemo(() => (mayWrite ? [...COLUMNS, REVOKE] : COLUMNS), [mayWrite]);
  const isNew = mayWrite && address['do'] === 'new';
  return (
    <Frame
      title={t('clients.title')}
      actions={mayWrite && !isNew && <Button onClick={() => change({ do: 'new' })}>{t('clients.new')}</Button>}
    >
      <ShownForm by={SHOWN_BY}>{(_, close) => isNew && <NewClient close={close} />}</ShownForm>
      <Text size="sm" c="dimmed">
        {t('clients.used.help')}
      </Text>
      <List path="/v1/clients" columns={columns} filters={FILTERS} empty={<Empty title={t('clients.none')} />} />
    </Frame>
  );
}

const REVOKE: ListColumn<Client> = {
  id: 'revoke',
  title: t('clients.action'),
  cell: (client) => (client.revoked_at === null ? <Revoke client={client} /> : null),
};

function Revoke({ client: { id, name } }: { readonly client: Client }): ReactNode {
  const session = useSession();
  const isOwn = session.kind === 'in' && session.client_id === id;
  const change = useChange(
    () => store.DELETE('/v1/clients/{client_id}', { params: { path: { client_id: id } } }),
    t('clients.revoke.done', { name }),
  );
  return (
    <ConfirmButton
      label={t('clients.revoke')}
      change={change}
      question={isOwn ? t('clients.revoke.own') : t('clients.revoke.question', { name })}
    />
  );
}
