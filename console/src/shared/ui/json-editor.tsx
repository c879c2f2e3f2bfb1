import { Input, Skeleton } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { loadWhenReachable } from '../api/connection';
import { type JsonEditorProps } from './code-mirror';

const CodeMirror = lazy(() => loadWhenReachable(() => import('./code-mirror')));

/** Shows or edits JSON. Its code is loaded when it is first shown. */
export function JsonEditor({ label, error, ...editor }: JsonEditorProps & { readonly error?: string }): ReactNode {
  return (
    <Input.Wrapper label={label} error={error} labelElement="div">
      <Suspense fallback={<Skeleton height={120} />}>
        <CodeMirror label={label} {...editor} />
      </Suspense>
    </Input.Wrapper>
  );
}
