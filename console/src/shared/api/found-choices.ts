import { type ItemOf } from '@storekeeper/client';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { fullName } from '../text/full-name';
import { CHOICE_SOURCES as SOURCES, type Choices, type ChoiceSource } from './choices';
import { useMay } from './session';
import { store } from './store';

/** Records that are offered at once; more are found by typing. */
const OFFERED = 50;
/** Ids of one request; the store takes no more. */
const NAMED = 50;

const NONE: Choices = [];

/** Whether the token may read the records of a kind. */
export function useMayPick(): (source: ChoiceSource) => boolean {
  const may = useMay();
  return (source) => may(SOURCES[source].scope);
}

/**
 * Returns the records of a kind whose title has these words, and those that are chosen already. A chosen value that names no record,
 * such as a slug, stays as it is.
 * @param known records that the page has already: a token that may not read the others sees their names all the same. A value that is
 * no record, such as none, is always offered
 * @returns also whether they are still those of earlier words
 */
export function useFoundChoices(
  source: ChoiceSource,
  words: string,
  chosen: readonly string[],
  known: Choices = NONE,
): { readonly choices: Choices; readonly isOld: boolean } {
  const { path } = SOURCES[source];
  const isAllowed = useMayPick()(source);
  const { data: found = NONE, isPlaceholderData: isOld } = useQuery({
    ...queryOptions({ queryKey: [path, 'found', words], queryFn: ({ signal }) => findChoices(path, words, signal) }),
    enabled: isAllowed,
    placeholderData: keepPreviousData,
  });
  const ids = chosen.filter((id) => /^\d+$/.test(id));
  const { data: named = NONE } = useQuery({
    ...queryOptions({ queryKey: [path, 'named', ids], queryFn: ({ signal }) => nameChoices(path, ids, signal) }),
    enabled: isAllowed && ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const isOffered = ({ value }: Choices[number]): boolean => chosen.includes(value) || !/^\d+$/.test(value);
  const all = [...[...known, ...named].filter(isOffered), ...found];
  const strange = chosen.filter((value) => !all.some((it) => it.value === value));
  const unique = new Map([...strange.map((value) => ({ value, label: value })), ...all].map((it) => [it.value, it]));
  return { choices: [...unique.values()], isOld };
}

/** The names of chosen records. */
export const useNames = (source: ChoiceSource, chosen: readonly string[]): Choices =>
  useFoundChoices(source, '', chosen).choices;

type SourcePath = (typeof SOURCES)[ChoiceSource]['path'];

type Found = ItemOf<SourcePath>;

/** Titles by the alphabet; orders, carts and customers, which have none, the newest first. */
function foundBy(path: SourcePath, words: string) {
  const newest = { limit: OFFERED, sort: 'updated_at', order: 'desc' } as const;
  // The store finds a cart by its whole id alone, and no order by one letter.
  if (path === '/v1/carts') return { ...newest, ...(words === '' ? {} : { id: words }) };
  if (path === '/v1/orders') return { ...newest, ...(words.length < 2 ? {} : { q: words }) };
  if (path === '/v1/customers') return { ...newest, ...(words === '' ? {} : { q: words }) };
  return { limit: OFFERED, sort: 'title', order: 'asc', ...(words === '' ? {} : { q: words }) } as const;
}

function choiceOf(record: Found): Choices[number] {
  return { value: record.id, label: 'title' in record ? record.title : nameOf(record) };
}

function nameOf(record: Exclude<Found, { title: string }>): string {
  if ('total_items' in record) return `${record.id} · ${record.totals.post_discount.formatted.with_tax}`;
  if ('email' in record) return `${fullName(record)} · ${record.email}`;
  const { id, number, customer, totals } = record;
  const who = customer === null ? [] : [fullName(customer.data)];
  return [number ?? id, ...who, totals.formatted.total].join(' · ');
}

async function findChoices(path: SourcePath, words: string, signal: AbortSignal): Promise<Choices> {
  const { data } = await store.GET(path, { params: { query: foundBy(path, words) }, signal });
  return data.result.map(choiceOf);
}

async function nameChoices(path: SourcePath, ids: readonly string[], signal: AbortSignal): Promise<Choices> {
  const named: { value: string; label: string }[] = [];
  for (let from = 0; from < ids.length; from += NAMED) {
    const part = ids.slice(from, from + NAMED);
    // `id[0]=…&id[1]=…`: any of them (orders-and-payments.md 33).
    const query = { limit: NAMED, ...Object.fromEntries(part.map((id, at) => [`id[${at}]`, id])) };
    const { data } = await store.GET(path, { params: { query }, signal });
    named.push(...data.result.map(choiceOf));
  }
  return named;
}
