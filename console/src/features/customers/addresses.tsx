import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { useMay } from '../../shared/api/session';
import { store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { useAddress } from '../../shared/ui/address';
import { ConfirmButton } from '../../shared/ui/confirm';
import { Empty, Read, Section } from '../../shared/ui/page';
import { PostalAddress } from '../../shared/ui/postal-address';
import { ShownForm } from '../../shared/ui/shown-form';
import { useChange } from '../../shared/ui/use-change';
import { type Address, MAX_ADDRESSES, readingAddresses } from './address';
import { ChangeAddress, NewAddress } from './address-form';

const SHOWN_BY = ['address'] as const;

/** The addresses of a customer. Which one is edited is in the page's address. */
export function Addresses({ customer }: { readonly customer: string }): ReactNode {
  const addresses = useQuery(readingAddresses(customer));
  const [values, change] = useAddress();
  const mayWrite = useMay()('customers:write');
  const edited = mayWrite ? values['address'] : undefined;
  return (
    <Section
      title={t('address.title')}
      actions={
        mayWrite &&
        edited !== 'new' && (
          <Button size="compact-sm" variant="default" onClick={() => change({ address: 'new' })}>
            {t('address.new')}
          </Button>
        )
      }
    >
      <ShownForm by={SHOWN_BY}>
        {(_, close) => (
          <Stack>
            {edited === 'new' && <NewAddress customer={customer} close={close} />}
            <Read of={addresses}>
              {({ result, pagination: { total } }) => (
                <>
                  {result.length === 0 && edited !== 'new' && (
                    <Empty title={t('address.none')} next={t('address.none.next')} />
                  )}
                  {result.map((address) =>
                    edited === address.id ? (
                      <ChangeAddress key={address.id} customer={customer} id={address.id} close={close} />
                    ) : (
                      <OneAddress key={address.id} of={address} edit={() => change({ address: address.id })} />
                    ),
                  )}
                  {total > MAX_ADDRESSES && <Text size="sm">{t('address.most', { count: MAX_ADDRESSES })}</Text>}
                </>
              )}
            </Read>
          </Stack>
        )}
      </ShownForm>
    </Section>
  );
}

function OneAddress({ of: address, edit }: { readonly of: Address; readonly edit: () => void }): ReactNode {
  const mayWrite = useMay()('customers:write');
  const params = { path: { customer_id: address.customer_id, address_id: address.id } };
  const remove = useChange(
    () => store.DELETE('/v1/customers/{customer_id}/addresses/{address_id}', { params }),
    t('address.removed'),
  );
  return (
    <div className="breaks">
      {address.save_as !== null && <Text fw={600}>{address.save_as}</Text>}
      <PostalAddress of={address} />
      {mayWrite && (
        <Group gap="xs" mt={6}>
          <Button size="sm" variant="default" onClick={edit}>
            {t('action.change')}
          </Button>
          <ConfirmButton label={t('action.remove')} question={t('address.remove.question')} change={remove} />
        </Group>
      )}
    </div>
  );
}
