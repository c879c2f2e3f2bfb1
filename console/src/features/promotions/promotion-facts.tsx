import { type ReactNode } from 'react';
import { t } from '../../shared/text/text';
import { JsonEditor } from '../../shared/ui/json-editor';
import { Section } from '../../shared/ui/page';
import { useNames } from '../../shared/api/found-choices';
import { Facts } from '../../shared/ui/values';
import { PreviewPanel } from './preview-panel';
import { promotionFields, promotionValues } from './promotion-fields';
import { type Promotion } from './promotion-state';
import { usePromotionTerms } from './reading-terms';

/** A promotion for those who may not change it. */
export function PromotionFacts({ promotion }: { readonly promotion: Promotion }): ReactNode {
  const values = promotionValues(promotion);
  const fields = promotionFields(values, usePromotionTerms());
  const names = [
    ...useNames('groups', promotion.customer_group === null ? [] : [promotion.customer_group]),
    ...useNames('methods', promotion.shipping_methods ?? []),
  ];
  const text = ({ name, options = [] }: (typeof fields)[number]): string => {
    const value = values[name] ?? '';
    if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no');
    const all = typeof value === 'string' ? [value] : value;
    return all.map((one) => [...options, ...names].find((it) => it.value === one)?.label ?? one).join(', ');
  };
  return (
    <div className="beside">
      <Section title={t('promotions.form')}>
        <Facts of={fields.map((field) => [field.label, text(field)] as const)} />
        {(['match_items', 'match_rules'] as const).map((name) =>
          values[name] === '' ? null : (
            <JsonEditor
              key={name}
              label={t(name === 'match_rules' ? 'rules.cart' : 'rules.items')}
              value={String(values[name])}
            />
          ),
        )}
      </Section>
      <PreviewPanel values={values} id={promotion.id} />
    </div>
  );
}
