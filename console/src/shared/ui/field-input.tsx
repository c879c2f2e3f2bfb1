import { MultiSelect, PasswordInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { type ReactNode } from 'react';
import { FEW_CHOICES, type FieldOption, type FieldState, type FormField } from './form-field';
import { type ChoiceSource } from '../api/choices';
import { DecimalInput } from './decimal-input';
import { JsonEditor } from './json-editor';
import { RecordPicker, RecordsPicker } from './record-picker';

/** The input of one field. */
export function FieldInput(props: FieldInputProps): ReactNode {
  const { field, value, error, set } = props;
  if (field.render) return field.render(props);
  const text = typeof value === 'string' ? value : '';
  if (field.kind === 'choice' || field.kind === 'choices') return <ChoiceInput {...props} />;
  if (field.kind === 'json') {
    return <JsonEditor label={field.label} value={text} onChange={set} {...(error ? { error } : {})} />;
  }
  if (field.kind !== 'switch') return <TextualInput {...props} text={text} />;
  return (
    <Switch
      label={field.label}
      description={field.help}
      error={error}
      checked={value === true}
      onChange={({ currentTarget }) => set(currentTarget.checked)}
    />
  );
}

/** The input of one field. */
interface FieldInputProps extends FieldState {
  readonly field: FormField;
}

const wrapping = ({ field: { label, help, isRequired = false }, error }: FieldInputProps) => ({
  label,
  description: help,
  error,
  required: isRequired,
});

function ChoiceInput(props: FieldInputProps): ReactNode {
  const { field, value, set } = props;
  const { kind, options = [], source, isRequired = false } = field;
  if (source !== undefined) return <SourceInput {...props} source={source} />;
  const shared = {
    ...wrapping(props),
    data: options,
    searchable: field.isSearched === true || options.length > FEW_CHOICES,
  };
  if (kind === 'choices') return <MultiSelect {...shared} value={Array.isArray(value) ? value : []} onChange={set} />;
  const chosen = typeof value === 'string' && value !== '' ? value : null;
  return (
    <Select
      {...shared}
      value={chosen}
      clearable={!isRequired}
      allowDeselect={!isRequired}
      {...(options.some(({ example }) => example !== undefined) && { renderOption: withExample(options) })}
      onChange={(it) => set(it ?? '')}
    />
  );
}

/** Shows an option of the list with its example. */
function withExample(options: readonly FieldOption[]) {
  return ({
    option: { value, label },
  }: {
    readonly option: { readonly value: string; readonly label: string };
  }): string => {
    const example = options.find((option) => option.value === value)?.example;
    return example === undefined ? label : `${label} (${example})`;
  };
}

function SourceInput(props: FieldInputProps & { readonly source: ChoiceSource }): ReactNode {
  const { field, value, set, source } = props;
  const shared = { ...wrapping(props), source, set };
  if (field.kind === 'choices')
    return <RecordsPicker {...shared} values={Array.isArray(value) ? value : []} known={field.options} />;
  const chosen = typeof value === 'string' ? value : '';
  return <RecordPicker {...shared} value={chosen} isRequired={field.isRequired === true} known={field.options} />;
}

function TextualInput(props: FieldInputProps & { readonly text: string }): ReactNode {
  const { field, set, text } = props;
  if (field.kind === 'number' || field.kind === 'price-change') {
    return <DecimalInput {...wrapping(props)} value={text} set={set} isChange={field.kind === 'price-change'} />;
  }
  const shared = {
    ...wrapping(props),
    value: text,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }): void => set(currentTarget.value),
  };
  if (field.kind === 'long') return <Textarea {...shared} autosize minRows={3} maxRows={12} />;
  if (field.kind === 'secret') return <PasswordInput {...shared} autoComplete="off" />;
  return (
    <TextInput
      {...shared}
      {...(field.kind === 'day' ? { type: 'date' } : {})}
      {...(field.kind === 'time' ? { type: 'datetime-local', step: 1 } : {})}
    />
  );
}
