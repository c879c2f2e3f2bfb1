import { Code, Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { t } from '../../shared/text/text';
import { Section } from '../../shared/ui/page';

/** As in docs/webhooks.md: the library of Standard Webhooks. */
const CODE = `import { Webhook } from 'standardwebhooks';

// body: the bytes as they arrived; secret: of this webhook. Throws when the signature is wrong.
const events = new Webhook(secret).verify(body, headers);`;

/** The code of a receiver that verifies what it gets. */
export function Verification(): ReactNode {
  return (
    <Section title={t('verification.title')}>
      <Text size="sm" mb="xs">
        {t('verification.text')}
      </Text>
      <Code block>{CODE}</Code>
    </Section>
  );
}
