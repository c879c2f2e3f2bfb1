import { Group, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { type Scope, useMay } from '../../shared/api/session';
import { store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { ConfirmButton } from '../../shared/ui/confirm';
import { Section } from '../../shared/ui/page';
import { useChange } from '../../shared/ui/use-change';
import { ReplayForm } from './replay-form';
import { SecretOnce } from './secret-once';
import { type Missed } from './use-outage';
import { type Webhook } from './health';

/** Actions on a webhook: enable it again, rotate its secret, replay what it missed, remove it. */
export function WebhookActions({
  webhook,
  missed,
}: {
  readonly webhook: Webhook;
  readonly missed: Missed | undefined;
}): ReactNode {
  const { id, enabled } = webhook;
  const may = useMay();
  const mayRotate = webhook.scopes?.every((scope) => may(scope as Scope)) ?? true;
  const navigate = useNavigate();
  const params = { path: { webhook_id: id } };
  const rotate = useChange(() => store.POST('/v1/webhooks/{webhook_id}/secret/rotate', { params }));
  const enable = useChange(
    () => store.PUT('/v1/webhooks/{webhook_id}', { params, body: { enabled: true } }),
    t('webhooks.enabled-again'),
  );
  const remove = useChange(async () => {
    await store.DELETE('/v1/webhooks/{webhook_id}', { params });
    await navigate({ to: '/webhooks', ignoreBlocker: true });
  }, t('webhooks.removed'));
  return (
    <Section title={t('webhooks.actions')}>
      <Stack gap="sm">
        <Group gap="xs">
          {enabled.data.key === 0 && (
            <ConfirmButton
              label={t('webhooks.enable')}
              question={t('webhooks.enable.question')}
              change={enable}
              isDangerous={false}
            />
          )}
          {mayRotate && (
            <ConfirmButton label={t('webhooks.rotate')} question={t('webhooks.rotate.question')} change={rotate} />
          )}
          <ConfirmButton label={t('webhooks.remove')} question={t('webhooks.remove.question')} change={remove} />
        </Group>
        <SecretOnce secret={rotate.data?.data.result.secret} />
        <ReplayForm webhook={webhook} missed={missed} />
      </Stack>
    </Section>
  );
}
