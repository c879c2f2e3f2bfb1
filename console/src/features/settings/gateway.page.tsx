import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../shared/api/session';
import { store, type Versioned } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { useParameter } from '../../shared/ui/address';
import { ConfirmButton } from '../../shared/ui/confirm';
import { formBody } from '../../shared/ui/form-field';
import { Page as Frame, Read, Section } from '../../shared/ui/page';
import { ChangeForm } from '../../shared/ui/record-section';
import { useChange } from '../../shared/ui/use-change';
import { Facts } from '../../shared/ui/values';
import { Warnings } from '../../shared/ui/warning';
import { EnabledMark } from './enabled-mark';
import { type Gateway, gatewayFields, gatewayValues, readingGateway } from './gateway-fields';
import { GatewaySecrets } from './gateway-secrets';
import { factsOf } from './setting-page';

const FIELDS = gatewayFields();

/** One payment gateway: on or off, its texts and its keys. */
export function Page(): ReactNode {
  const slug = useParameter('slug');
  const gateway = useQuery(readingGateway(slug));
  const mayWrite = useMay()('settings:write');
  const record = gateway.data?.record;
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  return (
    <Frame
      title={record?.name ?? t('gateways.one')}
      under={{ title: t('gateways.title'), path: '/settings/gateways' }}
      actions={
        record && (
          <>
            <EnabledMark enabled={record.enabled} />
            {/* Another one when it is switched: the question of the former one is closing. */}
            {mayWrite && <Switch key={String(record.enabled)} gateway={record} warn={setWarnings} />}
          </>
        )
      }
    >
      <Read of={gateway}>
        {(version) => (
          <>
            <Warnings of={warnings} />
            <GatewaySecrets key={slug} slug={slug} />
            <Section title={t('gateways.texts')}>
              {mayWrite ? (
                <Change key={slug} of={version} />
              ) : (
                <Facts of={factsOf(FIELDS, gatewayValues(version.record))} />
              )}
            </Section>
          </>
        )}
      </Read>
    </Frame>
  );
}

function Switch({
  gateway: { slug, enabled },
  warn,
}: {
  readonly gateway: Gateway;
  readonly warn: (warnings: readonly string[]) => void;
}): ReactNode {
  const change = useChange(
    async () => {
      const params = { path: { slug } };
      const { data } = await store.PUT('/v1/gateways/{slug}', { params, body: { enabled: !enabled } });
      warn(data?.warnings ?? []);
    },
    t(enabled ? 'gateways.disabled' : 'gateways.enabled'),
  );
  return (
    <ConfirmButton
      label={t(enabled ? 'gateways.disable' : 'gateways.enable')}
      question={t(enabled ? 'gateways.disable.question' : 'gateways.enable.question')}
      change={change}
      isDangerous={enabled}
    />
  );
}

function Change({ of }: { readonly of: Versioned<Gateway> }): ReactNode {
  const { slug } = of.record;
  return (
    <ChangeForm
      of={of}
      reading={readingGateway(slug)}
      fields={FIELDS}
      values={gatewayValues}
      done={t('settings.saved')}
      save={(changed, headers) =>
        store.PUT('/v1/gateways/{slug}', { params: { path: { slug } }, body: formBody(changed), headers })
      }
    />
  );
}
