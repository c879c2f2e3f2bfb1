import { Alert, Button, Group, Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { t } from '../text/text';
import { type FormField, type FormValue, type FormValues, isSame } from './form-field';

/** Two people changed one record: shows each field in which the versions differ, and asks which version to keep. */
export function ConflictPanel({
  fields,
  mine,
  base,
  theirs,
  takeTheirs,
  keepMine,
  isBusy,
}: {
  readonly fields: readonly FormField[];
  /** Only what this person changed. */
  readonly mine: FormValues;
  readonly base: FormValues;
  readonly theirs: FormValues;
  readonly takeTheirs: () => void;
  readonly keepMine: () => void;
  readonly isBusy: boolean;
}): ReactNode {
  const different = fields.filter(({ name }) => name in mine || !isSame(base[name], theirs[name]));
  return (
    <Alert color="orange" variant="outline" role="alert" title={t('conflict.title')}>
      <Text size="sm" mb="xs">
        {t('conflict.text')}
      </Text>
      <table className="table list">
        <thead>
          <tr>
            <th>{t('conflict.field')}</th>
            <th>{t('conflict.before')}</th>
            <th>{t('conflict.theirs')}</th>
            <th>{t('conflict.mine')}</th>
          </tr>
        </thead>
        <tbody>
          {different.map(({ name, label }) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              <td data-label={t('conflict.before')}>{valueText(base[name])}</td>
              <td data-label={t('conflict.theirs')}>{valueText(theirs[name])}</td>
              <td data-label={t('conflict.mine')}>{valueText(mine[name] ?? theirs[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Group mt="sm">
        <Button variant="default" onClick={takeTheirs}>
          {t('conflict.take-theirs')}
        </Button>
        <Button onClick={keepMine} loading={isBusy}>
          {t('conflict.keep-mine')}
        </Button>
      </Group>
    </Alert>
  );
}

function valueText(value: FormValue | undefined): string {
  if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no');
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}
