import { type ReactNode } from 'react';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Feature } from '../shared/feature';
import { t } from '../shared/text/text';

const GROUPS = ['shop', 'development', 'operation'] as const;

/** The features that a token may see, under their headings. */
export function Navigation({ features }: { readonly features: readonly Feature[] }): ReactNode {
  return (
    <nav aria-label={t('shell.navigation')} className="navigation">
      {GROUPS.map((group) => {
        const own = features.filter((feature) => feature.group === group);
        if (own.length === 0) return null;
        return (
          <div key={group}>
            <Text size="xs" c="dimmed" fw={600} px="xs" pt="sm" pb={2} id={`nav-${group}`}>
              {t(`nav.${group}`)}
            </Text>
            <ul aria-labelledby={`nav-${group}`}>
              {own.map(({ path, title, key }) => (
                <li key={path}>
                  <Link to={path} className="nav-link" activeOptions={{ exact: path === '/', includeSearch: false }}>
                    {t(title)}
                    <kbd aria-hidden="true">g {key}</kbd>
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}
