import { Modal } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { queries } from '../shared/api/store';
import { t } from '../shared/text/text';
import { SignInForm } from './sign-in-form';

/** Asks to sign in, above a page whose changes are not saved: it covers them, and they are there afterwards. */
export default function SignInDialog(): ReactNode {
  // Meanwhile the page could read nothing.
  useEffect(() => () => void queries.invalidateQueries(), []);
  return (
    <Modal.Root
      opened
      onClose={() => undefined}
      fullScreen
      closeOnEscape={false}
      closeOnClickOutside={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Content aria-label={t('sign-in.title')}>
        <Modal.Body>
          <SignInForm status={t('sign-in.kept')} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
