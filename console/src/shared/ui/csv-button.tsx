import { type ItemOf, type ListPath } from '@storekeeper/client';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { store } from '../api/store';
import { t } from '../text/text';
import { useAddress } from './address';
import { csvLine, csvName, MAX_ROWS, saveFile } from './csv';
import { ErrorPanel } from './error-panel';
import { type ListQuery } from './list-query';
import { csvColumns, type ListColumn } from './list-table';

/** Saves all rows of a list, of the present filters and columns, as CSV. It shows its progress and can be stopped. */
export function CsvButton<Path extends ListPath>({
  path,
  params = {},
  always = {},
  alwaysCsv = always,
  name,
  query,
  columns,
  total,
}: {
  readonly path: Path;
  readonly params?: Readonly<Record<string, string>>;
  readonly always?: Readonly<Record<string, string | readonly string[]>>;
  readonly alwaysCsv?: Readonly<Record<string, string | readonly string[]>>;
  readonly name: string;
  readonly query: ListQuery;
  readonly columns: readonly ListColumn<ItemOf<Path>>[];
  readonly total: number;
}): ReactNode {
  const [address] = useAddress();
  const [done, setDone] = useState<number>();
  const [error, setError] = useState<unknown>();
  const work = useRef<AbortController>(undefined);
  useEffect(() => () => work.current?.abort(), []);

  const save = async (): Promise<void> => {
    const own = new AbortController();
    work.current = own;
    setError(undefined);
    setDone(0);
    try {
      const { limit: _limit, offset: _offset, ...filters } = query;
      const init = { params: { path: params, query: { ...filters, ...alwaysCsv } }, signal: own.signal };
      const rows = store.list(path, init as unknown as Parameters<typeof store.list<Path>>[1]);
      const file = csvName(name, address, new Date().toISOString().slice(0, 10));
      saveFile(file, 'text/csv', await linesOf(rows, csvColumns(columns, address['columns']), setDone));
    } catch (failure) {
      if (!own.signal.aborted) setError(failure);
    }
    setDone(undefined);
  };
  if (error !== undefined) return <ErrorPanel error={error} retry={() => void save()} />;
  if (total > MAX_ROWS) return null;
  return (
    <Button variant="default" size="xs" onClick={() => (done === undefined ? void save() : work.current?.abort())}>
      {done === undefined ? t('list.csv') : t('list.csv.busy', { done, total })}
    </Button>
  );
}

async function linesOf<T>(
  rows: AsyncIterable<T>,
  columns: readonly ListColumn<T>[],
  progress: (done: number) => void,
): Promise<string[]> {
  const lines = [csvLine(columns.map(({ title, csvTitle = title }) => csvTitle))];
  for await (const row of rows) {
    lines.push(csvLine(columns.map(({ text }) => text?.(row) ?? '')));
    if (lines.length % 100 === 0) progress(lines.length - 1);
    if (lines.length > MAX_ROWS) break;
  }
  return lines;
}
