import { Alert, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { t } from '../../shared/text/text';
import { JsonEditor } from '../../shared/ui/json-editor';
import { Section } from '../../shared/ui/page';
import { RuleGroupBox } from './rule-group';
import { firstRules, readRules, type RuleCondition, type RuleGroup, writeRules } from './rule-fields';

/** Rules of a promotion, as JSON text. */
interface RuleBuilderProps {
  readonly of: 'match_rules' | 'match_items';
  readonly value: string;
  readonly error: string | undefined;
  readonly set: (text: string) => void;
}

const NO_RULES: RuleGroup = { type: 'group', match_on: 'all', children: [] };

/** Builds rules in words, with their JSON beside them on demand: both are one text. */
export function RuleBuilder({ of, value, error, set }: RuleBuilderProps): ReactNode {
  const [wantsJson, setWantsJson] = useState(false);
  const [box, focusNewRule] = useFocusOfNewRule(value);
  const rules = readRules(value);
  const showsJson = wantsJson || rules === undefined;
  const title = t(of === 'match_rules' ? 'rules.cart' : 'rules.items');
  return (
    <Section
      title={title}
      actions={
        <Switch
          size="xs"
          label={t('rules.json')}
          checked={showsJson}
          onChange={({ currentTarget }) => setWantsJson(currentTarget.checked)}
        />
      }
    >
      <Stack gap="sm">
        {rules === null && (
          <Text size="sm" c="dimmed">
            {t(of === 'match_rules' ? 'rules.cart.help' : 'rules.items.help')}
          </Text>
        )}
        <div ref={box}>
          <InWords
            of={of}
            rules={rules}
            set={(text) => {
              if (rules === null) focusNewRule();
              set(text);
            }}
          />
        </div>
        {showsJson ? (
          <JsonEditor label={`${title}, JSON`} value={value} onChange={set} {...(error ? { error } : {})} />
        ) : (
          error && <Alert color="red">{error}</Alert>
        )}
      </Stack>
    </Section>
  );
}

/** The button of the first rule goes away with its click: the focus goes on to the value that the rule still needs. */
function useFocusOfNewRule(value: string): readonly [RefObject<HTMLDivElement | null>, () => void] {
  const box = useRef<HTMLDivElement>(null);
  const isNew = useRef(false);
  useEffect(() => {
    if (isNew.current) box.current?.querySelector<HTMLInputElement>('.rule-value input')?.focus();
    isNew.current = false;
  }, [value]);
  return [
    box,
    () => {
      isNew.current = true;
    },
  ];
}

function InWords({
  of,
  rules,
  set,
}: Pick<RuleBuilderProps, 'of' | 'set'> & { readonly rules: RuleGroup | null | undefined }): ReactNode {
  if (rules === undefined) return <Alert color="orange">{t('rules.unreadable')}</Alert>;
  if (rules !== null) return <RuleGroupBox of={of} group={rules} set={(group) => set(writeRules(group))} />;
  const begin = (rule: RuleCondition): void => set(writeRules({ ...NO_RULES, children: [rule] }));
  return (
    <Group gap="xs">
      {firstRules(of).map(([text, rule]) => (
        <Button key={text} variant="default" size="xs" onClick={() => begin(rule)}>
          {t(text)}
        </Button>
      ))}
    </Group>
  );
}
