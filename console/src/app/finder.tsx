import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { t } from '../shared/text/text';

/** Finds orders from every page. */
export function Finder(): ReactNode {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const find = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() === '') return;
    void navigate({ to: '/orders', search: { q: text.trim() } });
    setText('');
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
