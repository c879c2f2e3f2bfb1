import { CloseButton, Group, Select, TagsInput, TextInput } from '@mantine/core';
import { type ReactNode } from 'react';
import { decimalFault } from '../../shared/format/decimal';
import { t } from '../../shared/text/text';
import { useMayPick } from '../../shared/api/found-choices';
import { RecordPicker, RecordsPicker } from '../../shared/ui/record-picker';
import {
  fieldChoices,
  fieldOf,
  isFlagRule,
  listOf,
  operatorChoices,
  type RuleCondition,
  sourceOf,
  takesOf,
  withField,
  withOperator,
} from './rule-fields';
import { usePromotionTerms } from './reading-terms';
import { takesNumber } from './rule-numbers';

/** One rule: a field, an operator in words, and what to compare with. */
export function RuleRow({
  of,
  rule,
  set,
  remove,
}: {
  readonly of: 'match_rules' | 'match_items';
  readonly rule: RuleCondition;
  readonly set: (rule: RuleCondition) => void;
  readonly remove: () => void;
}): ReactNode {
  const operator = rule.operator ?? '=';
  const { operators } = usePromotionTerms();
  const takes = takesOf(operator, operators);
  return (
    <Group gap="xs" align="flex-start" className="rule">
      <Select
        aria-label={t('rules.field')}
        data={fieldChoices(of)}
        value={fieldOf(rule)}
        allowDeselect={false}
        searchable
        size="xs"
        w={170}
        onChange={(field) => field !== null && set(withField(rule, field))}
      />
      <Select
        aria-label={t('rules.operator')}
        data={operatorChoices(rule, operators)}
        value={operator}
        allowDeselect={false}
        size="xs"
        w={140}
        onChange={(it) => it !== null && set(withOperator(rule, it, operators))}
      />
      {takes !== 'nothing' && <RuleValue rule={rule} isList={takes === 'list'} set={set} />}
      <CloseButton aria-label={t('rules.remove')} size="sm" onClick={remove} />
    </Group>
  );
}

function RuleValue({
  rule,
  isList,
  set,
}: {
  readonly rule: RuleCondition;
  readonly isList: boolean;
  readonly set: (rule: RuleCondition) => void;
}): ReactNode {
  const source = sourceOf(fieldOf(rule));
  const mayPick = useMayPick();
  const values = listOf(rule.against);
  const shared = { 'aria-label': t('rules.value'), size: 'xs', className: 'rule-value' } as const;
  const fault = takesNumber(rule) ? values.map(decimalFault).find((it) => it !== undefined) : undefined;
  const setList = (against: string[]): void => set({ ...rule, against });
  const setOne = (against: string): void => set({ ...rule, against });
  if (source !== undefined && mayPick(source)) {
    if (isList) return <RecordsPicker {...shared} source={source} values={values} set={setList} />;
    return <RecordPicker {...shared} source={source} value={values[0] ?? ''} set={setOne} />;
  }
  if (isFlagRule(rule)) {
    return (
      <Select
        {...shared}
        data={[
          { value: '1', label: t('value.yes') },
          { value: '0', label: t('value.no') },
        ]}
        value={values[0] ?? null}
        allowDeselect={false}
        onChange={(it) => it !== null && setOne(it)}
      />
    );
  }
  if (isList)
    return <TagsInput {...shared} error={fault} value={values} placeholder={t('rules.values')} onChange={setList} />;
  return (
    <TextInput
      {...shared}
      error={fault}
      value={values[0] ?? ''}
      maxLength={255}
      onChange={({ currentTarget }) => setOne(currentTarget.value)}
    />
  );
}
