import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { useMay } from '../../shared/api/session';
import { ifMatch, queries, store } from '../../shared/api/store';
import { region } from '../../shared/text/locale';
import { t } from '../../shared/text/text';
import { formBody } from '../../shared/ui/form-field';
import { Page as Frame, Read, Section } from '../../shared/ui/page';
import { RecordForm } from '../../shared/ui/record-form';
import { Facts, Time } from '../../shared/ui/values';
import { Deliveries } from './deliveries';
import { PingSection } from './ping-section';
import { LIVE_MS, readingWebhook } from './reading-webhook';
import { WebhookActions } from './webhook-actions';
import { webhookFields, webhookValues } from './webhook-fields';
import { Health, type Webhook } from './webhook-health';

/** One webhook: its health, its deliveries, and its settings. */
export function Page(): ReactNode {
  const { webhookId = '' }: { readonly webhookId?: string } = useParams({ strict: false });
  const webhook = useQuery({ ...readingWebhook(webhookId), refetchInterval: LIVE_MS });
  const may = useMay();
  const record = webhook.data?.record;
  const mayWrite = may('webhooks:write');
  return (
    <Frame
      title={record === undefined ? t('webhooks.title') : record.name || record.url}
      under={{ title: t('webhooks.title'), path: '/webhooks' }}
      actions={record && <Health of={record} />}
    >
      <Read of={webhook} lines={10}>
        {({ record: it, tag }) => (
          <>
            <div className="columns">
              <Section title={t('webhooks.health')}>
                <HealthFacts of={it} />
              </Section>
              {mayWrite && <PingSection webhook={it.id} />}
              {mayWrite && <WebhookActions webhook={it} />}
            </div>
            <Deliveries webhook={it.id} />
            {mayWrite && <Settings key={it.id} webhook={it} tag={tag} />}
          </>
        )}
      </Read>
    </Frame>
  );
}

function HealthFacts({ of }: { readonly of: Webhook }): ReactNode {
  const count = (value: number): string => value.toLocaleString(region());
  // Deliveries of an ordered webhook that wait for an earlier event of their object.
  const behind = of.deliveries_pending - of.deliveries_due - of.deliveries_waiting;
  return (
    <Facts
      of={[
        [t('webhooks.url'), of.url],
        [t('webhooks.events'), of.events.length === 0 ? t('webhooks.events.all') : of.events.join(', ')],
        [t('delivery.due'), count(of.deliveries_due)],
        [t('delivery.waiting'), count(of.deliveries_waiting)],
        ...(behind > 0 ? [[t('delivery.behind'), count(behind)] as const] : []),
        [t('webhooks.dead'), count(of.deliveries_dead)],
        ...(of.failing_since === null
          ? []
          : [
              [
                t('webhooks.failing-since'),
                <b key="since">
                  <Time value={of.failing_since} />
                </b>,
              ] as const,
            ]),
        [t('webhooks.success'), <Time key="success" value={of.last_success_at} />],
        [t('webhooks.failure'), <Time key="failure" value={of.last_failure_at} />],
        [t('webhooks.failures'), String(of.consecutive_failures)],
      ]}
    />
  );
}

function Settings({ webhook, tag }: { readonly webhook: Webhook; readonly tag: string | undefined }): ReactNode {
  const { id } = webhook;
  return (
    <Section title={t('webhooks.settings')}>
      <RecordForm
        fields={webhookFields(webhook.events, false)}
        from={{ record: webhookValues(webhook), tag }}
        done={t('webhooks.saved')}
        save={(changed, ofTag) =>
          store.PUT('/v1/webhooks/{webhook_id}', {
            params: { path: { webhook_id: id } },
            body: formBody(changed),
            headers: ifMatch(ofTag),
          })
        }
        reread={async () => {
          const now = await queries.fetchQuery({ ...readingWebhook(id), staleTime: 0 });
          return { record: webhookValues(now.record), tag: now.tag };
        }}
      />
    </Section>
  );
}
