import { Code, Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { t } from '../../shared/text/text';
import { Section } from '../../shared/ui/page';
import { VERIFICATION_CODE } from './verification-code';

/** The code of a receiver that verifies what it gets. */
export function Verification(): ReactNode {
  return (
    <Section title={t('verification.title')}>
      <Text size="sm" mb="xs">
        {t('verification.text')}
      </Text>
      <Code block>{VERIFICATION_CODE}</Code>
    </Section>
  );
}
