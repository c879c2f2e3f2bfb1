import { Button, Menu, UnstyledButton } from '@mantine/core';
import { columnVisibilityFeature, createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { t } from '../text/text';
import { useAddress } from './address';
import { breakable } from './breakable';
import { type ListSort, sortOf } from './list-query';
import { PageLink } from './page';

/** A column of a list. */
export interface ListColumn<T> {
  readonly id: string;
  readonly title: string;
  readonly cell: (record: T) => ReactNode;
  /** The cell in a CSV file; a column without it is not in one. */
  readonly text?: (record: T) => string;
  /** Title of the column in a CSV file; default: `title`. */
  readonly csvTitle?: string;
  /** In a CSV file also while it is not shown, until a person chooses the columns. */
  readonly isInCsv?: boolean;
  /** Field of the API to sort by. */
  readonly sort?: string;
  readonly isNumber?: boolean;
  /** Its cells are sentences, which need room. */
  readonly isWide?: boolean;
  /** Shown only when chosen. */
  readonly isExtra?: boolean;
}

/** The columns that are shown: those of the address, or all that are not extra. The first one always is. */
function visibleColumns<T>(columns: readonly ListColumn<T>[], chosen: string | undefined): readonly ListColumn<T>[] {
  const ids = chosen?.split(',');
  return columns.filter(({ id, isExtra }, at) => at === 0 || (ids === undefined ? isExtra !== true : ids.includes(id)));
}

/** The columns of a CSV file: those that are shown, and while none are chosen also those that belong to every file. */
export function csvColumns<T>(columns: readonly ListColumn<T>[], chosen: string | undefined): readonly ListColumn<T>[] {
  const shown = visibleColumns(columns, chosen);
  return columns.filter(
    (column) =>
      column.text !== undefined && (shown.includes(column) || (chosen === undefined && column.isInCsv === true)),
  );
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;
const ARROWS = { asc: ' ↑', desc: ' ↓' } as const;
const features = tableFeatures({ columnVisibilityFeature });

/** The rows of a list. The first cell links to the record's page. */
export function ListTable<T>({
  columns,
  rows,
  sort,
  pageOf,
  isOld,
}: {
  readonly columns: readonly ListColumn<T>[];
  readonly rows: readonly T[];
  readonly sort: ListSort | undefined;
  readonly pageOf: ((record: T) => string) | undefined;
  /** The rows are of the page before, while the next one is read. */
  readonly isOld: boolean;
}): ReactNode {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [address] = useAddress();
  // Each record's page notes the list with its filters, for the way back.
  const from = useMemo(() => ({ path, search: address }), [path, address]);
  const shown = visibleColumns(columns, address['columns']);
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, { readonly record: T }>();
    return columns.map(({ id, cell }, at) =>
      helper.display({
        id,
        cell: ({
          row: {
            original: { record },
          },
        }) =>
          at === 0 && pageOf !== undefined ? (
            <PageLink to={pageOf(record)} from={from}>
              {breakable(cell(record))}
            </PageLink>
          ) : (
            breakable(cell(record))
          ),
      }),
    );
  }, [columns, pageOf, from]);
  // A record of any shape, also one that is no object to the table.
  const data = useMemo(() => rows.map((record) => ({ record })), [rows]);
  const columnVisibility = Object.fromEntries(columns.map((column) => [column.id, shown.includes(column)]));
  const table = useTable({ features, columns: definitions, data, state: { columnVisibility } });
  return (
    <table className="table list linked" aria-busy={isOld} data-old={isOld || undefined}>
      <thead>
        <tr>
          {shown.map((column) => (
            <Heading key={column.id} column={column} sort={sort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id}>
            {row.getVisibleCells().map((cell) => {
              const column = byId.get(cell.column.id);
              return (
                <td key={cell.id} data-label={column?.title} data-number={column?.isNumber} data-wide={column?.isWide}>
                  <table.FlexRender cell={cell} />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Heading<T>({
  column,
  sort,
}: {
  readonly column: ListColumn<T>;
  readonly sort: ListSort | undefined;
}): ReactNode {
  const [address, change] = useAddress();
  const { sort: field, title, isNumber } = column;
  if (field === undefined) return <th data-number={isNumber}>{title}</th>;
  const now = sortOf(address, sort);
  const order = now?.sort === field ? now.order : undefined;
  const next = order === 'desc' ? 'asc' : 'desc';
  return (
    <th aria-sort={order === undefined ? 'none' : ARIA_SORT[order]} data-number={isNumber}>
      <UnstyledButton className="sort" onClick={() => change({ sort: field, order: next, page: undefined })}>
        {title}
        <span aria-hidden="true">{order === undefined ? '' : ARROWS[order]}</span>
      </UnstyledButton>
    </th>
  );
}

/** A menu of the columns, kept in the page's address. */
export function ColumnChoice<T>({ columns }: { readonly columns: readonly ListColumn<T>[] }): ReactNode {
  const [address, change] = useAddress();
  const shown = visibleColumns(columns, address['columns']);
  const toggle = (column: ListColumn<T>): void => {
    const ids = columns.filter((it) => (it === column ? !shown.includes(it) : shown.includes(it))).map(({ id }) => id);
    change({ columns: ids.join(',') });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="xs">
          {t('list.columns')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.slice(1).map((column) => (
          <Menu.CheckboxItem key={column.id} checked={shown.includes(column)} onChange={() => toggle(column)}>
            {column.title}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
