import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import {
  bracketMatching,
  defaultHighlightStyle,
  foldGutter,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { linter, lintGutter } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { type ReactNode, useEffect, useRef } from 'react';

/** An editor of JSON. */
export interface JsonEditorProps {
  readonly label: string;
  readonly value: string;
  /** Missing: it is for reading. */
  readonly onChange?: (text: string) => void;
}

/** CodeMirror for JSON. Tab leaves it, as it leaves every field. */
export default function CodeMirror({ label, value, onChange }: JsonEditorProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(undefined);
  const changed = useRef(onChange);
  useEffect(() => {
    changed.current = onChange;
  });
  const isReadOnly = onChange === undefined;

  useEffect(() => {
    if (place.current === null) return undefined;
    const view = new EditorView({
      parent: place.current,
      state: stateOf(label, isReadOnly, (text) => changed.current?.(text)),
    });
    editor.current = view;
    return () => view.destroy();
  }, [label, isReadOnly]);

  useEffect(() => {
    const view = editor.current;
    if (view === undefined || view.state.doc.toString() === value) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
  }, [value, label, isReadOnly]);

  return <div ref={place} className="code" />;
}

function stateOf(label: string, isReadOnly: boolean, changed: (text: string) => void): EditorState {
  const editing = [history(), indentOnInput(), lintGutter(), linter(jsonParseLinter()), keymap.of(historyKeymap)];
  return EditorState.create({
    extensions: [
      lineNumbers(),
      foldGutter(),
      bracketMatching(),
      syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
      json(),
      keymap.of(defaultKeymap),
      EditorView.lineWrapping,
      // One for reading scrolls by keys too.
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      EditorState.readOnly.of(isReadOnly),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) changed(update.state.doc.toString());
      }),
      ...(isReadOnly ? [] : editing),
    ],
  });
}
