import { Button, Menu, Stack, useMantineColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { signOut } from '../shared/api/session';
import { chooseLocale, locale, LOCALES } from '../shared/text/locale';
import { t } from '../shared/text/text';
import { Dialog } from '../shared/ui/dialog';
import { ErrorPanel } from '../shared/ui/error-panel';
import { AccountName } from './account-name';
import { SHORTCUTS_EVENT } from './shortcuts';

const SCHEMES = ['light', 'dark', 'auto'] as const;

/** Colours, language, and the way out. It is open when it is first shown. */
export default function SessionMenu({ name }: { readonly name: string }): ReactNode {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const leaving = useMutation({ mutationFn: signOut });
  return (
    <>
      <Menu position="bottom-end" width={220} defaultOpened>
        <Menu.Target>
          <Button variant="default" size="xs" className="session" aria-label={t('shell.account', { name })}>
            <AccountName of={name} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label className="breaks">{t('shell.account', { name })}</Menu.Label>
          <Menu.Label>{t('shell.colours')}</Menu.Label>
          <Menu.RadioGroup
            value={colorScheme}
            onChange={(chosen) => setColorScheme(SCHEMES.find((it) => it === chosen) ?? 'auto')}
          >
            {SCHEMES.map((scheme) => (
              <Menu.RadioItem key={scheme} value={scheme}>
                {t(`shell.colours.${scheme}`)}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Label>{t('shell.language')}</Menu.Label>
          <Menu.RadioGroup value={locale()} onChange={chooseLocale}>
            {LOCALES.map((it) => (
              <Menu.RadioItem key={it} value={it} lang={it}>
                {t(`language.${it}`)}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item onClick={() => document.dispatchEvent(new Event(SHORTCUTS_EVENT))} rightSection={<kbd>?</kbd>}>
            {t('shortcuts.title')}
          </Menu.Item>
          <Menu.Item onClick={() => leaving.mutate()}>{t('shell.sign-out')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={leaving.isError} close={leaving.reset} title={t('shell.sign-out')}>
        <Stack>
          <div>{t('shell.sign-out.failed')}</div>
          <ErrorPanel error={leaving.error} retry={() => leaving.mutate()} />
        </Stack>
      </Dialog>
    </>
  );
}
