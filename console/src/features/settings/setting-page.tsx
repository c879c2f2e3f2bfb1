import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { useMay } from '../../shared/api/session';
import { type RecordReading } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { type FormField, type FormValues } from '../../shared/ui/form-field';
import { Page as Frame, Read, Section } from '../../shared/ui/page';
import { ChangeForm, RemoveButton } from '../../shared/ui/record-section';
import { Facts } from '../../shared/ui/values';

/** One setting that can be changed and removed. */
interface SettingPageProps<T> {
  readonly title: string;
  readonly list: { readonly title: string; readonly path: string };
  readonly nameOf: (record: T) => string;
  readonly reading: RecordReading<T>;
  readonly fields: readonly FormField[];
  readonly values: (record: T) => FormValues;
  readonly save: (changed: FormValues, headers: Record<string, string>) => Promise<unknown>;
  readonly remove: () => Promise<unknown>;
  /** A sentence that says how removing it changes the shop. */
  readonly question: string;
  readonly onValues?: (values: FormValues, isWrong: boolean) => void;
  /** Above the form. */
  readonly children?: ReactNode;
}

/** The page of one setting: a form, or its values for those who may not change it. */
export function SettingPage<T>(props: SettingPageProps<T>): ReactNode {
  const { title, list, nameOf, reading, fields, values, save, onValues } = props;
  const record = useQuery(reading);
  const mayWrite = useMay()('settings:write');
  return (
    <Frame
      title={record.data === undefined ? title : nameOf(record.data.record)}
      under={list}
      actions={
        mayWrite &&
        record.data !== undefined && (
          <RemoveButton question={props.question} done={t('settings.removed')} list={list.path} remove={props.remove} />
        )
      }
    >
      <Read of={record}>
        {(version) => (
          <>
            {props.children}
            <Section title={title}>
              {mayWrite ? (
                <ChangeForm
                  key={reading.queryKey.join(' ')}
                  {...{ of: version, reading, fields, values, save, done: t('settings.saved') }}
                  {...(onValues === undefined ? {} : { onValues })}
                />
              ) : (
                <Facts of={factsOf(fields, values(version.record))} />
              )}
            </Section>
          </>
        )}
      </Read>
    </Frame>
  );
}

/** The values of a form for those who may not change them. */
export function factsOf(fields: readonly FormField[], values: FormValues): readonly (readonly [string, string])[] {
  return fields.map(({ name, label, options = [] }) => {
    const value = values[name] ?? '';
    if (typeof value === 'boolean') return [label, t(value ? 'value.yes' : 'value.no')];
    return [label, options.find((option) => option.value === value)?.label ?? String(value)];
  });
}
