import { type ComboboxItem, MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { type Choices, type ChoiceSource } from '../api/choices';
import { useFoundChoices } from '../api/found-choices';
import { t } from '../text/text';

/** A pause in typing after which a search begins. */
const PAUSE_MS = 250;

/** Appearance of a picker's input. */
type Look<Props> = Pick<
  Props,
  Extract<
    'aria-label' | 'label' | 'description' | 'error' | 'required' | 'size' | 'className' | 'disabled' | 'w',
    keyof Props
  >
>;

/** Names are longer than most inputs: the list is as wide as they are. */
const WIDE = {
  comboboxProps: { width: 'max-content', position: 'bottom-start' },
  classNames: { dropdown: 'picker-list' },
} as const;

/** The store searches: what it found is offered as it is. */
const asFound = ({ options }: { options: readonly unknown[] }): never => [...options] as never;

interface PickerState {
  readonly data: ComboboxItem[];
  readonly searchValue: string;
  readonly onSearchChange: (words: string) => void;
  /** Missing: the store has not answered yet, and what is there is filtered by what was typed. */
  readonly filter?: typeof asFound;
}

function usePicker(
  source: ChoiceSource,
  chosen: readonly string[],
  isOne: boolean,
  known: Choices | undefined,
): PickerState {
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed.trim(), PAUSE_MS);
  // A field for one value shows the title of the chosen record: it was not typed to find others. The titles that it had are kept, for
  // the title changes with what is found (a cart's has its total), and what is found with the title.
  const [labels, setLabels] = useState<readonly string[]>([]);
  const { choices, isOld } = useFoundChoices(source, labels.includes(words) ? '' : words, chosen, known);
  const own = isOne ? (choices.find(({ value }) => value === chosen[0])?.label ?? '') : '';
  if (own !== '' && !labels.includes(own)) setLabels([...labels, own]);
  const isFound = words === typed.trim() && !isOld;
  return { data: [...choices], searchValue: typed, onSearchChange: setTyped, ...(isFound ? { filter: asFound } : {}) };
}

/** Picks one record, found on the store as one types. Empty text: none. */
export function RecordPicker({
  source,
  value,
  set,
  isRequired = false,
  known,
  ...look
}: Look<SelectProps> & {
  readonly source: ChoiceSource;
  readonly value: string;
  readonly set: (id: string) => void;
  readonly isRequired?: boolean;
  /** Records that the page has already, such as the one that was chosen before. */
  readonly known?: Choices | undefined;
}): ReactNode {
  const picker = usePicker(source, value === '' ? [] : [value], true, known);
  return (
    <Select
      {...look}
      {...WIDE}
      {...picker}
      searchable
      value={value === '' ? null : value}
      clearable={!isRequired && value !== ''}
      allowDeselect={!isRequired}
      nothingFoundMessage={t('picker.nothing')}
      onChange={(id) => {
        picker.onSearchChange('');
        set(id ?? '');
      }}
    />
  );
}

/** Picks several records, found on the store as one types. */
export function RecordsPicker({
  source,
  values,
  set,
  known,
  ...look
}: Look<MultiSelectProps> & {
  readonly source: ChoiceSource;
  readonly values: readonly string[];
  readonly set: (ids: string[]) => void;
  /** As of {@link RecordPicker}. */
  readonly known?: Choices | undefined;
}): ReactNode {
  const picker = usePicker(source, values, false, known);
  return (
    <MultiSelect
      {...look}
      {...WIDE}
      {...picker}
      searchable
      value={[...values]}
      nothingFoundMessage={t('picker.nothing')}
      onChange={set}
    />
  );
}
