import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { store } from '../../shared/api/store';
import { readingFields } from '../../shared/api/fields';
import { t } from '../../shared/text/text';
import { formBody } from '../../shared/ui/form-field';
import { Page as Frame, Read, Section } from '../../shared/ui/page';
import { RecordForm } from '../../shared/ui/record-form';
import { PingSection } from './ping-section';
import { SecretOnce } from './secret-once';
import { NEW_WEBHOOK, webhookFields } from './webhook-fields';

const FROM = { record: NEW_WEBHOOK, tag: undefined };

/** Makes a webhook. The secret that the store made for it is shown this once. */
export function Page(): ReactNode {
  const served = useQuery(readingFields('/v1/webhooks/fields'));
  const [made, setMade] = useState<{ readonly id: string; readonly secret: string | undefined }>();
  return (
    <Frame title={t('webhooks.new')} under={{ title: t('webhooks.title'), path: '/webhooks' }}>
      {made === undefined ? (
        <Section title={t('webhooks.form')}>
          <Read of={served} lines={10}>
            {({ content_type: type }) => (
              <RecordForm
                fields={webhookFields([], type, true)}
                from={FROM}
                done={t('webhooks.made')}
                submit={t('webhooks.make')}
                save={async (changed) => {
                  const { secret, ...values } = { ...NEW_WEBHOOK, ...changed };
                  const { data } = await store.POST('/v1/webhooks', {
                    body: formBody({ ...values, ...(secret ? { secret } : {}) }),
                  });
                  setMade({ id: data.result.id, secret: secret ? undefined : data.result.secret });
                }}
              />
            )}
          </Read>
        </Section>
      ) : (
        <>
          <Section title={t('webhooks.made')}>
            <SecretOnce secret={made.secret} />
            <Button component={Link} to={`/webhooks/${made.id}`} mt="sm" variant="default">
              {t('webhooks.open')}
            </Button>
          </Section>
          <PingSection webhook={made.id} />
        </>
      )}
    </Frame>
  );
}
