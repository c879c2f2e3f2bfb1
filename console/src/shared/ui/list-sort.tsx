import { Select } from '@mantine/core';
import { type ReactNode } from 'react';
import { t } from '../text/text';
import { useAddress } from './address';
import { type ListSort, sortOf } from './list-query';

const ORDERS = ['asc', 'desc'] as const;

/** A column that a list can be sorted by. */
export interface SortColumn {
  readonly title: string;
  /** Field of the API; undefined: the list is not sorted by it. */
  readonly sort?: string;
}

/** Whether a list has anything to choose from. */
export const isSortable = (columns: readonly SortColumn[]): boolean => columns.some(({ sort }) => sort !== undefined);

/** The choice of a list's order on a narrow page, which has no headings to press. */
export function SortChoice({
  columns,
  first,
}: {
  readonly columns: readonly SortColumn[];
  readonly first: ListSort | undefined;
}): ReactNode {
  const [address, change] = useAddress();
  const now = sortOf(address, first);
  const options = columns.flatMap(({ title, sort }) =>
    sort === undefined
      ? []
      : ORDERS.map((order) => ({ value: `${sort} ${order}`, label: t(`list.sort.${order}`, { title }) })),
  );
  return (
    <Select
      className="narrow-only"
      label={t('list.sort')}
      data={options}
      value={now === undefined ? null : `${now.sort} ${now.order}`}
      allowDeselect={false}
      onChange={(chosen) => {
        const [sort, order] = chosen?.split(' ') ?? [];
        change({ sort, order, page: undefined });
      }}
    />
  );
}
