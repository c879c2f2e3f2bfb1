import { Breadcrumbs, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { t } from '../text/text';
import { type AddressValues } from './address';
import { breakable } from './breakable';
import { ErrorPanel } from './error-panel';

/** A list as a person left it: its path, and the filters of its address. */
export interface ListAddress {
  readonly path: string;
  readonly search: AddressValues;
}

/** A link to a page of the console, with the parameters of its address. A list has many: it is a plain element. */
export function PageLink({
  to,
  search,
  from,
  size,
  className = 'link',
  children,
}: {
  readonly to: string;
  readonly search?: AddressValues;
  /** The list that the page is opened from. */
  readonly from?: ListAddress;
  readonly size?: 'sm';
  readonly className?: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Link
      className={size === undefined ? className : `${className} small`}
      to={to}
      {...(search === undefined ? {} : { search })}
      {...(from === undefined ? {} : { state: { from } as never })}
    >
      {breakable(children)}
    </Link>
  );
}

/** A page: its title, its actions, and what it holds. */
export function Page({
  title,
  under,
  actions,
  children,
}: {
  readonly title: string;
  /** The list that the record of this page is from. */
  readonly under?: { readonly title: string; readonly path: string };
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const from = useLocation({ select: ({ state }) => (state as { readonly from?: ListAddress }).from });
  useEffect(() => {
    document.title = `${title} · storekeeper`;
  }, [title]);
  return (
    <Stack gap="md">
      {under && (
        <Breadcrumbs aria-label={t('shell.breadcrumbs')} component="nav">
          {/* Breadcrumbs give their children a class, which would take the place of the default. */}
          <PageLink
            className="link"
            to={under.path}
            size="sm"
            {...(from?.path === under.path ? { search: from.search } : {})}
          >
            {under.title}
          </PageLink>
        </Breadcrumbs>
      )}
      <Group justify="space-between" align="center" gap="sm">
        <Title order={1} size="h2" className="breaks">
          {title}
        </Title>
        <Group gap="xs">{actions}</Group>
      </Group>
      {children}
    </Stack>
  );
}

/** A part of a page with a heading of its own. */
export function Section({
  title,
  help,
  actions,
  children,
}: {
  readonly title: string;
  /** Says what the part is about. */
  readonly help?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className="section" aria-label={title}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Group gap="xs">{actions}</Group>
      </Group>
      {help !== undefined && (
        <Text size="sm" c="dimmed" mb="sm">
          {help}
        </Text>
      )}
      {children}
    </section>
  );
}

/** Says that there is nothing here, and what to do next. */
export function Empty({ title, next }: { readonly title: string; readonly next?: ReactNode }): ReactNode {
  return (
    <Stack align="center" gap={4} py="xl" ta="center">
      <Text fw={600}>{title}</Text>
      {next !== undefined && (
        <Text size="sm" c="dimmed" maw={480} component="div">
          {next}
        </Text>
      )}
    </Stack>
  );
}

/** The state of a read, as `useQuery` has it. */
interface Reading<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** Shows what was read; until then its outline, and after a failure the error. */
export function Read<T>({
  of,
  children,
  lines = 4,
}: {
  readonly of: Reading<T>;
  readonly children: (data: T) => ReactNode;
  /** Lines of the outline. */
  readonly lines?: number;
}): ReactNode {
  if (of.data !== undefined) return children(of.data);
  if (of.error !== null) return <ErrorPanel error={of.error} retry={() => void of.refetch()} />;
  return (
    <Stack gap="xs" aria-busy="true">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={18} />
      ))}
    </Stack>
  );
}
