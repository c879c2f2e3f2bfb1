import { type components } from '@storekeeper/client';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { useMay } from '../../shared/api/session';
import { store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { useAddress } from '../../shared/ui/address';
import { ErrorPanel } from '../../shared/ui/error-panel';
import { Page as Frame, PageLink, Read, Section } from '../../shared/ui/page';
import { useChange } from '../../shared/ui/use-change';
import { CatalogTabs } from './catalog-tabs';
import { type Movable, MoveButtons } from './move-buttons';
import { NewShelf, NewShelfButton } from './new-shelf';
import { positionsAfterMove } from './positions';
import { readingTree } from './reading-tree';
import { NoShelves, PublicationMark } from './shelf-list';

type Branch = components['schemas']['CategoryTreeRecord'];
type Move = (siblings: readonly Branch[], id: string, by: -1 | 1) => void;

/** The tree of categories, in the order that shoppers see. */
export function Page(): ReactNode {
  const tree = useQuery(readingTree);
  const move = useChange(async (data: Readonly<Record<string, number>>) =>
    store.PUT('/v1/categories/order', { body: { data } }),
  );
  const may = useMay();
  return (
    <Frame title={t('categories.title')} actions={<NewShelfButton kind="categories" />}>
      <CatalogTabs />
      <NewShelf kind="categories" />
      <ErrorPanel error={move.error} />
      <Read of={tree} lines={8}>
        {({ result }) =>
          result.length === 0 ? (
            <NoShelves kind="categories" />
          ) : (
            <Section title={t('categories.tree')}>
              <Branches
                of={result}
                move={
                  may('products:write')
                    ? (siblings, id, by) => {
                        const positions = positionsAfterMove(siblings, id, by);
                        if (positions !== undefined) move.mutate(positions);
                      }
                    : undefined
                }
              />
            </Section>
          )
        }
      </Read>
    </Frame>
  );
}

function Branches({ of, move }: { readonly of: readonly Branch[]; readonly move: Move | undefined }): ReactNode {
  return (
    <ul className="tree">
      {of.map((branch, at) => (
        <li key={branch.id}>
          <Group gap="xs" className="tree-row">
            <PageLink to={`/catalog/categories/${branch.id}`}>{branch.title}</PageLink>
            {branch.status.data.key === '0' && <PublicationMark status={branch.status} />}
            {move && (
              <BranchActions
                id={branch.id}
                title={branch.title}
                isFirst={at === 0}
                isLast={at === of.length - 1}
                move={(by) => move(of, branch.id, by)}
              />
            )}
          </Group>
          {branch.children.length > 0 && <Branches of={branch.children} move={move} />}
        </li>
      ))}
    </ul>
  );
}

function BranchActions({ id, ...movable }: Movable & { readonly id: string }): ReactNode {
  const { title } = movable;
  const [, change] = useAddress();
  return (
    <Group gap={4}>
      <MoveButtons {...movable} />
      <Button
        variant="subtle"
        size="compact-xs"
        aria-label={t('categories.below', { title })}
        onClick={() => change({ do: 'new', parent: id })}
      >
        {t('categories.below.short')}
      </Button>
    </Group>
  );
}
