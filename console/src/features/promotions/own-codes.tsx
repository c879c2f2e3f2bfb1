import { Button, FileInput, Group, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { ErrorPanel } from '../../shared/ui/error-panel';
import { Section } from '../../shared/ui/page';
import { useUnsaved } from '../../shared/ui/unsaved';
import { useChange } from '../../shared/ui/use-change';
import { tableOfCodes } from './table-of-codes';

/** Adds codes that there are already: pasted, or in a table. Both go the same way. */
export function OwnCodes({ id }: { readonly id: string }): ReactNode {
  const [pasted, setPasted] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [uses, setUses] = useState('1');
  const [expires, setExpires] = useState('');
  useUnsaved(pasted !== '' || file !== null);
  const add = useChange(async () => {
    const query = { ...(uses === '' ? {} : { uses }), ...(expires === '' ? {} : { expires }) };
    await store.POST('/v1/promotions/cart/{promotion_id}/codes', {
      params: { path: { promotion_id: id }, query: query as never },
      headers: { 'content-type': 'text/csv' },
      body: (file ?? tableOfCodes(pasted)) as never,
      bodySerializer: (table: unknown) => table as BodyInit,
    });
    setPasted('');
    setFile(null);
  }, t('codes.added'));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    add.mutate(undefined);
  };
  return (
    <Section title={t('codes.own')}>
      <form onSubmit={submit}>
        <Stack>
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
            <Textarea
              label={t('codes.paste')}
              description={t('codes.paste.help')}
              value={pasted}
              disabled={file !== null}
              autosize
              minRows={4}
              maxRows={12}
              spellCheck={false}
              onChange={({ currentTarget }) => setPasted(currentTarget.value)}
            />
            <Stack>
              <FileInput
                label={t('codes.file')}
                description={t('codes.file.help')}
                placeholder={t('codes.file.choose')}
                accept=".csv,text/csv"
                value={file}
                clearable
                clearButtonProps={{ 'aria-label': t('codes.file.clear') }}
                onChange={setFile}
              />
              <TextInput
                label={t('codes.uses')}
                description={t('codes.uses.help')}
                inputMode="numeric"
                value={uses}
                onChange={({ currentTarget }) => setUses(currentTarget.value)}
              />
              <TextInput
                type="date"
                label={t('codes.expires')}
                value={expires}
                onChange={({ currentTarget }) => setExpires(currentTarget.value)}
              />
            </Stack>
          </SimpleGrid>
          <ErrorPanel error={add.error} />
          <Group>
            <Button type="submit" loading={add.isPending} disabled={file === null && pasted.trim() === ''}>
              {t('codes.add')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
