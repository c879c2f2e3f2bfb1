import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { type ReactNode } from 'react';
import { t } from '../../shared/text/text';
import { RuleRow } from './rule-row';
import { newRule, type Rule, type RuleGroup } from './rule-fields';

/** A group of rules, of which all or any must match; it can hold groups. */
export function RuleGroupBox({
  of,
  group,
  set,
  remove,
}: {
  readonly of: 'match_rules' | 'match_items';
  readonly group: RuleGroup;
  readonly set: (group: RuleGroup) => void;
  /** Missing: it is the outermost group. */
  readonly remove?: () => void;
}): ReactNode {
  const change = (at: number, rule: Rule): void =>
    set({ ...group, children: group.children.map((child, place) => (place === at ? rule : child)) });
  const drop = (at: number): void => set({ ...group, children: group.children.filter((_, place) => place !== at) });
  const add = (rule: Rule): void => set({ ...group, children: [...group.children, rule] });
  return (
    <fieldset className="rules">
      <legend>
        <SegmentedControl
          size="xs"
          transitionDuration={0}
          aria-label={t('rules.match-on')}
          value={group.match_on ?? 'all'}
          onChange={(match_on) => set({ ...group, match_on })}
          data={[
            { value: 'all', label: t('rules.all') },
            { value: 'any', label: t('rules.any') },
          ]}
        />
      </legend>
      <Stack gap="xs">
        {group.children.map((child, at) => {
          const shared = { of, set: (rule: Rule) => change(at, rule), remove: () => drop(at) };
          return child.type === 'group' ? (
            <RuleGroupBox key={at} {...shared} group={child} />
          ) : (
            <RuleRow key={at} {...shared} rule={child} />
          );
        })}
        <Group gap="xs">
          <Button variant="default" size="compact-xs" onClick={() => add(newRule(of))}>
            {t('rules.add')}
          </Button>
          <Button
            variant="default"
            size="compact-xs"
            onClick={() => add({ type: 'group', match_on: 'any', children: [newRule(of)] })}
          >
            {t('rules.add-group')}
          </Button>
          {remove && (
            <Button variant="subtle" size="compact-xs" onClick={remove}>
              {t('rules.remove-group')}
            </Button>
          )}
        </Group>
      </Stack>
    </fieldset>
  );
}
