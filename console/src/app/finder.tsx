import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { queries, reading, store } from '../shared/api/store';
import { t } from '../shared/text/text';
import { idOfCsv } from '../shared/ui/csv';

/** The order that a text is the whole number or id of. Undefined: it is none, or the list is to say why. */
async function orderOf(text: string): Promise<string | undefined> {
  if (!/\d/.test(text)) return undefined;
  const found = reading(['/v1/orders', 'find', text], (signal) =>
    store.GET('/v1/orders', { params: { query: { q: text, limit: 2 } }, signal }),
  );
  const page = await queries.fetchQuery(found).catch(() => undefined);
  return page?.result.find(({ id, number }) => id === text || number === text)?.id;
}

/** Finds orders from every page; a whole number opens its order. */
export function Finder(): ReactNode {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const find = (event: FormEvent): void => {
    event.preventDefault();
    const words = idOfCsv(text.trim());
    if (words === '') return;
    setText('');
    void orderOf(words).then((id) =>
      id === undefined ? navigate({ to: '/orders', search: { q: words } }) : navigate({ to: `/orders/${id}` }),
    );
  };
  return (
    <form role="search" aria-label={t('shell.find')} onSubmit={find} className="finder">
      <TextInput
        type="search"
        size="xs"
        aria-label={t('shell.find')}
        placeholder={t('shell.find')}
        value={text}
        maxLength={255}
        data-finder
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </form>
  );
}
