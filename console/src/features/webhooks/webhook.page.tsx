import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { readingFields } from '../../shared/api/fields';
import { useMay } from '../../shared/api/session';
import { ifMatch, queries, store } from '../../shared/api/store';
import { region } from '../../shared/text/locale';
import { t, word } from '../../shared/text/text';
import { type DeliveryState } from '../../shared/ui/delivery-mark';
import { formBody } from '../../shared/ui/form-field';
import { Page as Frame, PageLink, Read, Section } from '../../shared/ui/page';
import { RecordForm } from '../../shared/ui/record-form';
import { Facts, Time, Url } from '../../shared/ui/values';
import { Deliveries } from './deliveries';
import { PingSection } from './ping-section';
import { type Outage } from './outage';
import { readingEnded, type ReplayCounted } from './reading-replay';
import { LIVE_MS, readingWebhook } from './reading-webhook';
import { useMissed, useOutage } from './use-outage';
import { WebhookActions } from './webhook-actions';
import { webhookFields, webhookValues } from './webhook-fields';
import { type Webhook } from './health';
import { Health } from './webhook-health';

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
            <State of={it} />
            <Deliveries webhook={it.id} />
            {mayWrite && <Settings key={it.id} webhook={it} tag={tag} />}
          </>
        )}
      </Read>
    </Frame>
  );
}

/** Shows the health of a webhook and the actions on it. */
function State({ of: webhook }: { readonly of: Webhook }): ReactNode {
  const mayWrite = useMay()('webhooks:write');
  const outage = useOutage(webhook);
  const missed = useMissed(webhook, outage);
  return (
    <div className="columns">
      <Section title={t('webhooks.health')}>
        <HealthFacts of={webhook} outage={outage} missed={missed} />
      </Section>
      {mayWrite && <PingSection webhook={webhook.id} isDisabled={webhook.enabled.data.key === 0} />}
      {mayWrite && <WebhookActions webhook={webhook} missed={missed} />}
    </div>
  );
}

const count = (value: number): string => value.toLocaleString(region());

type Fact = readonly [name: string, value: ReactNode];

/** The last outage while it lasts, and afterwards until what was missed in it has been sent. */
function outageFacts(outage: Outage | undefined, missed: ReplayCounted | undefined): readonly Fact[] {
  if (outage === undefined || (outage.until !== null && !missed?.replayed)) return [];
  const times: Fact =
    outage.until === null
      ? [t('webhooks.disabled-at'), <Time key="at" value={outage.since} exact />]
      : [
          t('webhooks.was-disabled'),
          <span key="at">
            <Time value={outage.since} exact /> – <Time value={outage.until} exact />
          </span>,
        ];
  if (missed === undefined) return [times];
  const more = missed.has_more ? '+' : '';
  return [times, [t('webhooks.missed'), <b key="missed">{`${count(missed.replayed)}${more}`}</b>]];
}

/** The number of deliveries in a state, which leads to them. */
function Counted({
  of: state,
  webhook,
}: {
  readonly of: 'cancelled' | 'blocked';
  readonly webhook: string;
}): ReactNode {
  const ended = useQuery({ ...readingEnded(webhook, state), refetchInterval: LIVE_MS });
  return ended.data === undefined ? (
    '…'
  ) : (
    <CountLink state={state} webhook={webhook} of={ended.data.pagination.total} />
  );
}

function CountLink({
  of,
  state,
  webhook,
}: {
  readonly of: number;
  readonly state: DeliveryState;
  readonly webhook: string;
}): ReactNode {
  if (of === 0) return count(of);
  return (
    <PageLink to={`/webhooks/${webhook}`} search={{ state }}>
      {count(of)}
    </PageLink>
  );
}

function HealthFacts({
  of,
  outage,
  missed,
}: {
  readonly of: Webhook;
  readonly outage: Outage | undefined;
  readonly missed: ReplayCounted | undefined;
}): ReactNode {
  // Deliveries of an ordered webhook that wait for an earlier event of their object.
  const behind = of.deliveries_pending - of.deliveries_due - of.deliveries_waiting;
  return (
    <Facts
      of={[
        [t('webhooks.url'), <Url key="url" of={of.url} />],
        [t('webhooks.events'), of.events.length === 0 ? t('webhooks.events.all') : of.events.join(', ')],
        ...outageFacts(outage, missed),
        [t('delivery.due'), <CountLink key="due" of={of.deliveries_due} state="pending" webhook={of.id} />],
        [t('delivery.waiting'), <CountLink key="waiting" of={of.deliveries_waiting} state="pending" webhook={of.id} />],
        ...(behind > 0 ? [[t('delivery.behind'), count(behind)] as const] : []),
        [t('webhooks.dead'), <CountLink key="dead" of={of.deliveries_dead} state="dead" webhook={of.id} />],
        [word('delivery-state', 'cancelled'), <Counted key="cancelled" of="cancelled" webhook={of.id} />],
        [word('delivery-state', 'blocked'), <Counted key="blocked" of="blocked" webhook={of.id} />],
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
  const served = useQuery(readingFields('/v1/webhooks/fields'));
  return (
    <Section title={t('webhooks.settings')}>
      <Read of={served} lines={10}>
        {({ content_type: type }) => (
          <RecordForm
            fields={webhookFields(webhook.events, type, false)}
            from={{ record: webhookValues(webhook), tag }}
            done={t('webhooks.saved')}
            save={(changed, ofTag) =>
              store.PUT('/v1/webhooks/{webhook_id}', {
                params: { path: { webhook_id: id } },
                body: formBody(changed),
                headers: ifMatch(ofTag),
              })
            }
            isMerged
            reread={async () => {
              const now = await queries.fetchQuery({ ...readingWebhook(id), staleTime: 0 });
              return { record: webhookValues(now.record), tag: now.tag };
            }}
          />
        )}
      </Read>
    </Section>
  );
}
