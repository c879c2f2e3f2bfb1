import { Alert, Button, Group, Table, Text } from '@mantine/core';
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
      <Table className="list" captionSide="top">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('conflict.field')}</Table.Th>
            <Table.Th>{t('conflict.before')}</Table.Th>
            <Table.Th>{t('conflict.theirs')}</Table.Th>
            <Table.Th>{t('conflict.mine')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {different.map(({ name, label }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{label}</Table.Th>
              <Table.Td data-label={t('conflict.before')}>{valueText(base[name])}</Table.Td>
              <Table.Td data-label={t('conflict.theirs')}>{valueText(theirs[name])}</Table.Td>
              <Table.Td data-label={t('conflict.mine')}>{valueText(mine[name] ?? theirs[name])}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
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
