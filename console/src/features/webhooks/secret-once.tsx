import { Code, CopyButton, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { t } from '../../shared/text/text';

/** A secret that the store shows once. Nothing where the person has chosen it. */
export function SecretOnce({ secret }: { readonly secret: string | undefined }): ReactNode {
  if (secret === undefined) return null;
  return (
    <Stack gap={6}>
      <Text size="sm">{t('webhooks.secret.once')}</Text>
      <Group gap="sm">
        <Code className="breaks">{secret}</Code>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {t(copied ? 'webhooks.copied' : 'webhooks.copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  );
}
