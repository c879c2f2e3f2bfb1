import { isStoreFailure } from '@storekeeper/client';
import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { isStale, type Versioned } from '../api/store';
import { useChange } from './use-change';
import { t } from '../text/text';
import { ConflictPanel } from './conflict-panel';
import { ErrorPanel } from './error-panel';
import { faultAtField, type FieldLabels } from './fault-words';
import { FieldInput } from './field-input';
import { useUnsaved } from './unsaved';
import {
  changedValues,
  fieldLabels,
  type FormField,
  type FormValue,
  type FormValues,
  mergedValues,
  readValues,
  shownLater,
  shownValues,
} from './form-field';

/** A form of a record. */
export interface RecordFormProps {
  readonly fields: readonly FormField[];
  /** The version that the form begins with; of a new record the values alone. */
  readonly from: Versioned<FormValues>;
  /** Sends what was changed, to that version. */
  readonly save: (changed: FormValues, tag: string | undefined) => Promise<unknown>;
  /** Reads the present version, after another person changed the record. Of a new record there is none. */
  readonly reread?: () => Promise<Versioned<FormValues>>;
  /**
   * Takes over a version that the page reads later also while the form has changes, if they are of other fields. Only for fields
   * that do not depend on each other. A form without changes always shows the version of the page.
   */
  readonly isMerged?: boolean;
  /** Sentence for a person, once it is saved. */
  readonly done: string;
  readonly submit?: string;
  /**
   * Hears of the values as the API reads them, for what is shown beside the form; `isWrong`: one cannot be sent. Give it the same
   * function each time.
   */
  readonly onValues?: (values: FormValues, isWrong: boolean) => void;
}

/** Edits a record. When another person was quicker, it shows both versions and asks which one to keep. */
export function RecordForm(props: RecordFormProps): ReactNode {
  const { fields, from, save, reread, done, submit, onValues, isMerged = false } = props;
  const [base, setBase] = useState(from);
  const [typed, setValues] = useState(() => shownValues(fields, from.record));
  const { values, isWrong } = readValues(fields, base.record, typed);
  const [theirs, setTheirs] = useState<Versioned<FormValues>>();
  const heard = JSON.stringify(values);
  useEffect(() => onValues?.(JSON.parse(heard) as FormValues, isWrong), [onValues, heard, isWrong]);
  const changed = changedValues(base.record, values);
  const isChanged = Object.keys(changed).length > 0;
  useUnsaved(isChanged);
  const change = useChange(async (tag: string | undefined) => {
    try {
      await save(changed, tag);
    } catch (error) {
      if (!isStale(error) || reread === undefined) throw error;
      const now = await reread();
      if (isSameRecord(base.record, now.record)) {
        // Only other fields changed, such as a picture on the same page: save without a question.
        await save(changed, now.tag);
      } else {
        setTheirs(now);
        throw error;
      }
    }
    setTheirs(undefined);
    if (reread !== undefined) {
      const saved = await reread();
      setBase(saved);
      setValues(shownValues(fields, saved.record));
    }
  }, done);
  const [seen, setSeen] = useState(from.tag);
  if (from.tag !== seen && theirs === undefined && !change.isPending) {
    setSeen(from.tag);
    const merged = mergedValues(base.record, values, from.record);
    if (merged !== undefined && (isMerged || Object.keys(changed).length === 0)) {
      setBase(from);
      setValues(shownLater(fields, merged, { values, typed }));
    }
  }
  const form = useRef<HTMLFormElement>(null);
  const send = (tag: string | undefined): void => (isWrong ? focusWrong(form.current) : change.mutate(tag));
  const faults = isStoreFailure(change.error) ? change.error.errors : {};
  const set = ({ name, alsoSets }: FormField, value: FormValue): void =>
    setValues((now) => ({ ...now, [name]: value, ...alsoSets?.(value) }));
  const takeTheirs = (version: Versioned<FormValues>): void => {
    setBase(version);
    setValues(shownValues(fields, version.record));
    setTheirs(undefined);
    change.reset();
  };
  return (
    <form
      ref={form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send(base.tag);
      }}
    >
      <Stack>
        <FormFields fields={fields} values={typed} faults={faults} set={set} />
        {theirs === undefined ? (
          <ErrorPanel error={change.error} labels={fieldLabels(fields)} />
        ) : (
          <ConflictPanel
            fields={fields}
            mine={changed}
            base={base.record}
            theirs={theirs.record}
            takeTheirs={() => takeTheirs(theirs)}
            keepMine={() => send(theirs.tag)}
            isBusy={change.isPending}
          />
        )}
        <Group>
          <Button type="submit" loading={change.isPending} disabled={reread !== undefined && !isChanged}>
            {submit ?? t('action.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Messages by the names of fields. */
type FieldFaults = Readonly<Record<string, readonly string[] | undefined>>;

function FormFields({
  fields,
  values,
  faults,
  set,
}: {
  readonly fields: readonly FormField[];
  readonly values: FormValues;
  readonly faults: FieldFaults;
  readonly set: (field: FormField, value: FormValue) => void;
}): ReactNode {
  const labels = fieldLabels(fields);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      {fields.map((field) => (
        <div
          key={field.name}
          className={field.isWide === true || field.kind === 'long' || field.kind === 'json' ? 'wide' : undefined}
        >
          <FieldInput
            field={field}
            value={values[field.name]}
            error={faultOf(field, faults, labels)}
            set={(value) => set(field, value)}
          />
        </div>
      ))}
    </SimpleGrid>
  );
}

/** Goes to the first field that says what is wrong with it. */
function focusWrong(form: Element | null): void {
  form?.querySelector<HTMLInputElement>('[aria-invalid=true]')?.focus();
}

/** Says under a field what is wrong with it, or with a part of its value. */
function faultOf({ name }: FormField, faults: FieldFaults, labels: FieldLabels): string | undefined {
  const own = Object.entries(faults).filter(([field]) => field === name || field.startsWith(`${name}.`));
  const texts = own.flatMap(([field, messages = []]) =>
    messages.map((message) => faultAtField(field, message, labels)),
  );
  return texts.length === 0 ? undefined : texts.join('; ');
}

function isSameRecord(before: FormValues, now: FormValues): boolean {
  return Object.keys(changedValues(before, now)).length === 0;
}
