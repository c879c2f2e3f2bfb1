import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ifMatch, queries, type RecordReading, type Versioned } from '../api/store';
import { t } from '../text/text';
import { ConfirmButton } from './confirm';
import { type FormField, type FormValues } from './form-field';
import { Section } from './page';
import { RecordForm } from './record-form';
import { useChange } from './use-change';

/** A form that changes a saved record. */
export interface ChangeFormProps<T> {
  readonly of: Versioned<T>;
  readonly reading: RecordReading<T>;
  readonly fields: readonly FormField[];
  readonly values: (record: T) => FormValues;
  /** Sends what was changed, with the headers that name the version. */
  readonly save: (changed: FormValues, headers: Record<string, string>) => Promise<unknown>;
  readonly done: string;
  readonly onValues?: (values: FormValues, isWrong: boolean) => void;
}

/** Changes a saved record. A person who was slower than another one is told, and shown both versions. */
export function ChangeForm<T>({ of, reading, values, save, ...form }: ChangeFormProps<T>): ReactNode {
  return (
    <RecordForm
      {...form}
      from={{ record: values(of.record), tag: of.tag }}
      save={(changed, tag) => save(changed, ifMatch(tag))}
      reread={async () => {
        const now = await queries.fetchQuery({ ...reading, staleTime: 0 });
        return { record: values(now.record), tag: now.tag };
      }}
    />
  );
}

/** Makes a record, and goes to the page that `save` names. */
export function NewRecord({
  title,
  from,
  save,
  ...form
}: {
  readonly title: string;
  readonly fields: readonly FormField[];
  /** The values that the form begins with. */
  readonly from: FormValues;
  /** Sends all values. @returns the page to go to */
  readonly save: (values: FormValues) => Promise<string>;
  readonly done: string;
  readonly submit: string;
  readonly onValues?: (values: FormValues, isWrong: boolean) => void;
}): ReactNode {
  const navigate = useNavigate();
  const [base] = useState(() => ({ record: from, tag: undefined }));
  return (
    <Section title={title}>
      <RecordForm
        {...form}
        from={base}
        save={async (changed) => navigate({ to: await save({ ...from, ...changed }), ignoreBlocker: true })}
      />
    </Section>
  );
}

/** Removes a record after a question, and goes to its list. */
export function RemoveButton({
  question,
  done,
  list,
  remove,
}: {
  readonly question: string;
  readonly done: string;
  readonly list: string;
  readonly remove: () => Promise<unknown>;
}): ReactNode {
  const navigate = useNavigate();
  const change = useChange(async () => {
    await remove();
    await navigate({ to: list, ignoreBlocker: true });
  }, done);
  return <ConfirmButton label={t('action.remove')} question={question} change={change} />;
}
