import { Button, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useMay } from '../../shared/api/session';
import { store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { ErrorPanel } from '../../shared/ui/error-panel';
import { Empty, Section } from '../../shared/ui/page';
import { useUnsaved } from '../../shared/ui/unsaved';
import { useChange } from '../../shared/ui/use-change';
import { Time } from '../../shared/ui/values';
import { actorText } from './actor';
import { type OfOrder } from './order';

/** Notes of the staff; customers never see them. */
export function Notes({ order: { id, notes = [] } }: OfOrder): ReactNode {
  const mayWrite = useMay()('orders:write');
  return (
    <Section title={t('orders.notes')}>
      <Stack gap="sm">
        {notes.length === 0 && <Empty title={t('orders.no-notes')} />}
        {notes.map((note) => (
          <div key={note.id}>
            <Text size="sm" className="note" dir="auto">
              {note.text}
            </Text>
            <Text size="xs" c="dimmed">
              {t('note.by', { who: actorText(note.author) })} · <Time value={note.created_at} exact />
            </Text>
          </div>
        ))}
        {mayWrite && <NewNote id={id} />}
      </Stack>
    </Section>
  );
}

function NewNote({ id }: { readonly id: string }): ReactNode {
  const [text, setText] = useState('');
  useUnsaved(text !== '');
  const change = useChange(
    () => store.POST('/v1/orders/{order_id}/notes', { params: { path: { order_id: id } }, body: { text } }),
    t('note.done'),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void change.mutateAsync(undefined).then(
      () => setText(''),
      () => undefined,
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Textarea
          label={t('note.new')}
          autosize
          minRows={2}
          maxRows={10}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <ErrorPanel error={change.error} />
        <div>
          <Button type="submit" variant="default" disabled={text.trim() === ''} loading={change.isPending}>
            {t('note.add')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
