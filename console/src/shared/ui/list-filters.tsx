import { Button, Group, MultiSelect, Select, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useMayPick } from '../api/found-choices';
import { apiTime, fieldTime, readTime } from '../format/times';
import { t } from '../text/text';
import { useAddress } from './address';
import { FEW_CHOICES } from './form-field';
import { type ListFilter, type ListSort } from './list-query';
import { isSortable, SortChoice, type SortColumn } from './list-sort';
import { RecordPicker } from './record-picker';

/** A pause in typing after which a search begins. */
const PAUSE_MS = 250;

type SetFilter = (value: string | undefined) => void;

const NO_COLUMNS: readonly SortColumn[] = [];

/** The filters of a list, kept in the page's address; on a narrow page also its order. */
export function ListFilters({
  filters,
  columns = NO_COLUMNS,
  sort,
}: {
  readonly filters: readonly ListFilter[];
  readonly columns?: readonly SortColumn[];
  readonly sort?: ListSort | undefined;
}): ReactNode {
  const [address, change] = useAddress();
  const used = filters.filter(({ name }) => address[name] !== undefined);
  // On a narrow page only the first filter is shown until a person asks for the others.
  const [isOpen, setOpen] = useState(false);
  const unseen = used.filter((filter) => filter !== filters[0]).length;
  const hasSort = isSortable(columns);
  if (filters.length === 0) return hasSort ? <SortChoice columns={columns} first={sort} /> : null;
  return (
    <Group
      role="search"
      aria-label={t('list.filters')}
      gap="sm"
      align="flex-end"
      className="filters"
      data-open={isOpen}
    >
      {filters.map((filter) => (
        <FilterField
          // A picker whose filter was cleared elsewhere begins anew. Other fields keep the focus.
          key={filter.source === undefined || address[filter.name] === undefined ? filter.name : `${filter.name} set`}
          filter={filter}
          value={address[filter.name] ?? ''}
          set={(value) => change({ [filter.name]: value, page: undefined })}
        />
      ))}
      {hasSort && <SortChoice columns={columns} first={sort} />}
      {(filters.length > 1 || hasSort) && (
        <Button
          variant={isOpen ? 'filled' : 'default'}
          size="sm"
          className="more-filters"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {unseen === 0 ? t('list.filters') : t('list.filters.set', { count: unseen })}
          <span aria-hidden="true">{isOpen ? '\u00a0▴' : '\u00a0▾'}</span>
        </Button>
      )}
      {used.length > 0 && (
        <Button
          variant="default"
          size="sm"
          onClick={() => change({ ...Object.fromEntries(used.map(({ name }) => [name, undefined])), page: undefined })}
        >
          {t('list.clear')}
        </Button>
      )}
    </Group>
  );
}

function FilterField({
  filter,
  value,
  set,
}: {
  readonly filter: ListFilter;
  readonly value: string;
  readonly set: SetFilter;
}): ReactNode {
  const { kind, label, options = [], source } = filter;
  const mayPick = useMayPick();
  // A value that the picker does not find can be typed in full, if the store accepts that.
  if (source !== undefined && (kind !== 'text' || mayPick(source))) {
    return (
      <RecordPicker
        source={source}
        label={label}
        value={value}
        disabled={!mayPick(source)}
        w={240}
        set={(id) => set(id || undefined)}
      />
    );
  }
  if (kind === 'choice') {
    return (
      <Select
        label={label}
        data={options}
        value={value || null}
        clearable
        searchable={filter.isSearched === true || options.length > FEW_CHOICES}
        w={180}
        onChange={(it) => set(it ?? undefined)}
      />
    );
  }
  if (kind === 'choices') {
    return (
      <MultiSelect
        label={label}
        data={options}
        value={value === '' ? [] : value.split(',')}
        clearable
        miw={180}
        onChange={(all) => set(all.join(',') || undefined)}
      />
    );
  }
  if (kind === 'time') return <TimeField filter={filter} value={value} set={set} />;
  return <TypedField filter={filter} value={value} set={set} />;
}

/** A time in the viewer's zone, to the second. */
function TimeField({
  filter: { label },
  value,
  set,
}: {
  readonly filter: ListFilter;
  readonly value: string;
  readonly set: SetFilter;
}): ReactNode {
  const time = readTime(value);
  const text = time === undefined ? '' : fieldTime(time);
  // The text of the field; it may be no time yet.
  const [typed, setTyped] = useState(text);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // The filter was changed or cleared elsewhere.
    if (value !== apiTime(typed)) setTyped(text);
  }
  return (
    <TextInput
      label={label}
      type="datetime-local"
      step={1}
      value={typed}
      w={220}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        set(apiTime(text) || undefined);
      }}
    />
  );
}

/** A field whose filter is set after a pause in typing, or by Enter. */
export function TypedField({
  filter: { kind, label },
  value,
  set,
  width = kind === 'words' ? 280 : 170,
}: {
  readonly filter: Pick<ListFilter, 'kind' | 'label'>;
  readonly value: string;
  readonly set: SetFilter;
  readonly width?: number | string;
}): ReactNode {
  const [typed, setTyped] = useState(value);
  // The value before, and the one that this field has set: another one was set elsewhere.
  const [{ seen, sent }, setKnown] = useState({ seen: value, sent: value });
  if (value !== seen) {
    setKnown({ seen: value, sent: value });
    if (value !== sent) setTyped(value);
  }
  const send = (text: string): void => {
    setKnown({ seen, sent: text });
    set(text || undefined);
  };
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => send(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <TextInput
      label={label}
      type={kind === 'day' && /^([-\d]{10})?$/.test(typed) ? 'date' : kind === 'words' ? 'search' : 'text'}
      value={typed}
      maxLength={255}
      w={width}
      data-search={kind === 'words' || undefined}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') send(typed);
      }}
    />
  );
}
