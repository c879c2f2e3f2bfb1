import { isStoreFailure } from '@storekeeper/client';
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type components } from '@storekeeper/client';
import { useMay } from '../../shared/api/session';
import { store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { ConfirmButton } from '../../shared/ui/confirm';
import { ErrorPanel } from '../../shared/ui/error-panel';
import { faultAtField } from '../../shared/ui/fault-words';
import { Empty, Read, Section } from '../../shared/ui/page';
import { useUnsaved } from '../../shared/ui/unsaved';
import { useChange } from '../../shared/ui/use-change';
import { Facts } from '../../shared/ui/values';
import { readingGatewaySettings, settingLabel } from './gateway-fields';

type Setting = components['schemas']['GatewaySettingRecord'];

/** The keys of a gateway: which are there, never what they are. */
export function GatewaySecrets({ slug }: { readonly slug: string }): ReactNode {
  const settings = useQuery(readingGatewaySettings(slug));
  const mayWrite = useMay()('settings:write');
  return (
    <Section title={t('gateways.keys')}>
      <Read of={settings}>
        {({ result }) => {
          if (result.length === 0) return <Empty title={t('gateways.no-keys')} />;
          return mayWrite ? (
            <KeysForm slug={slug} settings={result} />
          ) : (
            <Facts
              of={result.map(({ name, set }) => [
                settingLabel(name),
                t(set ? 'gateways.key-set' : 'gateways.key-missing'),
              ])}
            />
          );
        }}
      </Read>
    </Section>
  );
}

function KeysForm({ slug, settings }: { readonly slug: string; readonly settings: readonly Setting[] }): ReactNode {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const given = Object.entries(typed).filter(([, value]) => value !== '');
  useUnsaved(given.length > 0);
  const change = useChange(async () => {
    await store.PUT('/v1/gateways/{slug}/settings', {
      params: { path: { slug } },
      body: { settings: Object.fromEntries(given) },
    });
    setTyped({});
  }, t('gateways.keys-saved'));
  const faults = isStoreFailure(change.error) ? change.error.errors : {};
  const faultsOf = (name: string): string | undefined =>
    faults[`settings.${name}`]?.map((message) => faultAtField(`settings.${name}`, message, {})).join('; ');
  return (
    <form
      autoComplete="off"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        change.mutate(undefined);
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{t('gateways.keys.help')}</Text>
        {settings.map(({ name, required, set }) => (
          <Group key={name} align="flex-end" gap="xs">
            <PasswordInput
              label={required ? t('gateways.key-required', { name: settingLabel(name) }) : settingLabel(name)}
              description={t(set ? 'gateways.key-set' : 'gateways.key-missing')}
              error={faultsOf(name)}
              value={typed[name] ?? ''}
              autoComplete="new-password"
              className="rule-value"
              onChange={({ currentTarget: { value } }) => setTyped((now) => ({ ...now, [name]: value }))}
            />
            {set && <RemoveKey slug={slug} name={name} />}
          </Group>
        ))}
        <ErrorPanel error={change.error} />
        <Group>
          <Button type="submit" loading={change.isPending} disabled={given.length === 0}>
            {t('gateways.keys.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function RemoveKey({ slug, name }: { readonly slug: string; readonly name: string }): ReactNode {
  const label = { name: settingLabel(name) };
  const change = useChange(
    () => store.PUT('/v1/gateways/{slug}/settings', { params: { path: { slug } }, body: { settings: { [name]: '' } } }),
    t('gateways.key-removed'),
  );
  return (
    <ConfirmButton
      label={t('gateways.remove-key', label)}
      question={t('gateways.remove-key.question', label)}
      change={change}
    />
  );
}
