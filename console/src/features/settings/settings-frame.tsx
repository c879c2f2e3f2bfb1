import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { type Scope, useMay } from '../../shared/api/session';
import { t, type TextKey } from '../../shared/text/text';
import { Page as Frame } from '../../shared/ui/page';
import { PageTabs } from '../../shared/ui/page-tabs';

const SECTIONS = [
  { path: '/settings/currencies', title: 'currencies.title', help: 'currencies.help', scope: 'settings:read' },
  { path: '/settings/taxes', title: 'taxes.title', help: 'taxes.help', scope: 'settings:read' },
  { path: '/settings/shipping', title: 'methods.title', help: 'methods.help', scope: 'settings:read' },
  { path: '/settings/gateways', title: 'gateways.title', help: 'gateways.help', scope: 'settings:read' },
  { path: '/settings/files', title: 'files.title', help: 'files.help', scope: 'products:read' },
] as const satisfies readonly { path: string; title: TextKey; help: TextKey; scope: Scope }[];

/** Path of a section of the settings. */
type SectionPath = (typeof SECTIONS)[number]['path'];

/** The settings with their sections, one of which is shown, and what it does to the shop. */
export function SettingsFrame({
  section,
  create,
  children,
}: {
  readonly section: SectionPath;
  /** Text of the link to a new record, for those who may make one. */
  readonly create?: TextKey;
  readonly children: ReactNode;
}): ReactNode {
  const may = useMay();
  const shown = SECTIONS.find(({ path }) => path === section);
  return (
    <Frame
      title={t('settings.title')}
      actions={
        create !== undefined &&
        may('settings:write') && (
          <Button component={Link} to={`${section}/new`}>
            {t(create)}
          </Button>
        )
      }
    >
      <PageTabs
        label={t('settings.sections')}
        shown={section}
        pages={SECTIONS.filter(({ scope }) => may(scope)).map(({ path, title }) => ({ path, title: t(title) }))}
      />
      {shown !== undefined && <Text size="sm">{t(shown.help)}</Text>}
      {children}
    </Frame>
  );
}
