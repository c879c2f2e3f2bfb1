import { type ItemOf, type ListPath } from '@storekeeper/client';
import { Group, Pagination, Select, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { reading, store } from '../api/store';
import { t } from '../text/text';
import { useAddress } from './address';
import { CsvButton } from './csv-button';
import { ErrorPanel } from './error-panel';
import { ColumnChoice, type ListColumn, ListTable } from './list-table';
import { ListFilters } from './list-filters';
import { type ListFilter, type ListQuery, listQuery, type ListSort, PAGE_SIZES } from './list-query';
import { Empty, PageLink, Read } from './page';

/** A list of the API: its path, the columns and filters that it has, and what to say when it is empty. */
export interface ListProps<Path extends ListPath> {
  readonly path: Path;
  /** Parameters of the path, such as `{ webhook_id }`. */
  readonly params?: Readonly<Record<string, string>>;
  /** Sent with every request, such as `include`. */
  readonly always?: Readonly<Record<string, string | readonly string[]>>;
  /** Sent in its place for the file of all rows, of which some columns need more. */
  readonly alwaysCsv?: Readonly<Record<string, string | readonly string[]>>;
  readonly columns: readonly ListColumn<ItemOf<Path>>[];
  readonly filters?: readonly ListFilter[];
  readonly sort?: ListSort;
  /** The page of a record. */
  readonly pageOf?: (record: ItemOf<Path>) => string;
  /** Name of the file of all rows, without `.csv`; undefined: there is none. */
  readonly csv?: string;
  readonly empty: ReactNode;
  /** Says what a search takes, when it finds nothing. */
  readonly searchHelp?: string;
  /** Stands above the rows: sums over all that match, by the same query. */
  readonly summary?: (query: ListQuery) => ReactNode;
  /** Reads the list again so often, in milliseconds. */
  readonly every?: number;
}

interface Answer<T> {
  readonly result: readonly T[];
  readonly pagination: { readonly total: number };
}

const NO_FILTERS: readonly ListFilter[] = [];

function readingList<Path extends ListPath>(props: ListProps<Path>, query: ListQuery) {
  const { path, params = {}, always = {} } = props;
  // The path is a list, which takes pages, sorts and filters: more than the type system follows.
  const read = store.GET as unknown as (
    path: string,
    init: unknown,
  ) => Promise<{ data: Answer<ItemOf<Path>>; response: Response }>;
  return reading([path, params, query, always], (signal) =>
    read(path, { params: { path: params, query: { ...query, ...always } }, signal }),
  );
}

/** A list with filters, sort, page and columns in the page's address. */
export function List<Path extends ListPath>(props: ListProps<Path>): ReactNode {
  const { columns, filters = NO_FILTERS, sort, empty, every } = props;
  const [address] = useAddress();
  const query = useMemo(() => listQuery(address, filters, sort), [address, filters, sort]);
  const list = useQuery({
    ...readingList(props, query),
    placeholderData: keepPreviousData,
    refetchInterval: every ?? false,
  });
  const isFiltered = filters.some(({ name }) => address[name] !== undefined);
  return (
    <Stack gap="sm">
      <ListFilters filters={filters} columns={columns} sort={sort} />
      {list.data !== undefined && <ErrorPanel error={list.error} retry={() => void list.refetch()} />}
      <Read of={list} lines={10}>
        {({ result, pagination: { total } }) =>
          result.length === 0 ? (
            <EmptyList
              isPast={total > 0}
              isFiltered={isFiltered}
              empty={empty}
              help={address['q'] === undefined ? undefined : props.searchHelp}
            />
          ) : (
            <>
              {props.summary?.(query)}
              <Group justify="space-between" gap="xs">
                <Text size="sm" c="dimmed" role="status">
                  {t('list.range', { from: query.offset + 1, to: query.offset + result.length, total })}
                </Text>
                <Group gap="xs">
                  {props.csv !== undefined && <CsvButton {...props} name={props.csv} query={query} total={total} />}
                  <ColumnChoice columns={columns} />
                </Group>
              </Group>
              <ListTable
                columns={columns}
                rows={result}
                sort={sort}
                pageOf={props.pageOf}
                isOld={list.isPlaceholderData}
              />
              <Pages total={total} limit={query.limit} />
            </>
          )
        }
      </Read>
    </Stack>
  );
}

function EmptyList({
  isPast,
  isFiltered,
  empty,
  help,
}: {
  /** There are records, on pages before this one. */
  readonly isPast: boolean;
  readonly isFiltered: boolean;
  readonly empty: ReactNode;
  readonly help: string | undefined;
}): ReactNode {
  if (isPast) return <Empty title={t('list.past')} next={<FirstPage />} />;
  return isFiltered ? <Empty title={t('list.nothing')} next={help ?? t('list.nothing.next')} /> : empty;
}

function FirstPage(): ReactNode {
  const [{ page: _page, ...search }] = useAddress();
  return (
    <PageLink to="." search={search}>
      {t('list.first')}
    </PageLink>
  );
}

function Pages({ total, limit }: { readonly total: number; readonly limit: number }): ReactNode {
  const [address, change] = useAddress();
  const pages = Math.ceil(total / limit);
  if (total <= Number(PAGE_SIZES[0])) return null;
  return (
    <Group justify="space-between" gap="sm">
      <Pagination
        total={pages}
        value={Math.min(Number(address['page'] ?? 1), pages)}
        onChange={(page) => change({ page: page === 1 ? undefined : String(page) })}
        getItemProps={(page) => ({ 'aria-label': t('list.page', { page }) })}
        getControlProps={(control) => ({ 'aria-label': t(control === 'next' ? 'list.next' : 'list.previous') })}
        size="sm"
      />
      <Select
        aria-label={t('list.size')}
        data={PAGE_SIZES.map((value) => ({ value, label: t('list.rows', { count: Number(value) }) }))}
        value={String(limit)}
        allowDeselect={false}
        w={130}
        size="xs"
        onChange={(size) =>
          change({ limit: size === PAGE_SIZES[0] ? undefined : (size ?? undefined), page: undefined })
        }
      />
    </Group>
  );
}
