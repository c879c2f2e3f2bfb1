import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { addressFields, addressValues, useCountries } from '../../shared/ui/address-fields';
import { formBody } from '../../shared/ui/form-field';
import { Read } from '../../shared/ui/page';
import { RecordForm } from '../../shared/ui/record-form';
import { ChangeForm } from '../../shared/ui/record-section';
import { readingAddress } from './address';

/** Adds an address to a customer. */
export function NewAddress({ customer, close }: { readonly customer: string; readonly close: () => void }): ReactNode {
  const countries = useCountries();
  const [from] = useState(() => ({ record: addressValues(), tag: undefined }));
  return (
    <div>
      <RecordForm
        fields={addressFields(countries)}
        from={from}
        done={t('address.made')}
        submit={t('address.make')}
        save={async (changed) => {
          await store.POST('/v1/customers/{customer_id}/addresses', {
            params: { path: { customer_id: customer } },
            body: formBody(changed),
          });
          close();
        }}
      />
      <Cancel close={close} />
    </div>
  );
}

/** Changes an address of a customer. */
export function ChangeAddress({
  customer,
  id,
  close,
}: {
  readonly customer: string;
  readonly id: string;
  readonly close: () => void;
}): ReactNode {
  const countries = useCountries();
  const reading = readingAddress(customer, id);
  const address = useQuery(reading);
  return (
    <div>
      <Read of={address}>
        {(version) => (
          <ChangeForm
            of={version}
            reading={reading}
            fields={addressFields(countries)}
            values={addressValues}
            done={t('address.saved')}
            save={async (changed, headers) => {
              await store.PUT('/v1/customers/{customer_id}/addresses/{address_id}', {
                params: { path: { customer_id: customer, address_id: id } },
                body: formBody(changed),
                headers,
              });
              close();
            }}
          />
        )}
      </Read>
      <Cancel close={close} />
    </div>
  );
}

function Cancel({ close }: { readonly close: () => void }): ReactNode {
  return (
    <Button variant="subtle" mt="xs" onClick={close}>
      {t('action.cancel')}
    </Button>
  );
}
