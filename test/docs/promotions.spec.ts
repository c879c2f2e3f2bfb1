import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ACTION_KEYS } from '../../src/modules/promotions/domain/actions/promotion-actions';
import { ENGLISH } from '../../src/modules/promotions/domain/messages/english';
import { LEAF_TYPE_KEYS, leafTypeOf } from '../../src/modules/promotions/domain/rules/leaf-types';
import { OPERATOR_KEYS } from '../../src/modules/promotions/domain/rules/operators/rule-operators';

/** Sentences of a reason: those of its own, and those of its variants. */
function sentencesOf(reason: string): string[] {
  const { reasons, counted, no_effect, variants } = ENGLISH;
  const own = (texts: Readonly<Record<string, string | { one: string; other: string }>>): string[] =>
    Object.entries(texts)
      .filter(([key]) => key.startsWith(reason))
      .flatMap(([, text]) => (typeof text === 'string' ? [text] : [text.one, text.other]));
  const effect = reason === 'no_effect' ? [...Object.values(no_effect), counted.units_missing_of.one] : [];
  const plain = own(reasons).filter((text) => text !== ENGLISH.reasons.no_effect);
  return [...new Set([...plain, ...own(counted), ...own(variants), ...effect])];
}

describe('docs/promotions.md', () => {
  const page = readFileSync(resolve(__dirname, '../../docs/promotions.md'), 'utf8');
  const columns = page.split('\n').filter((line) => line.startsWith('|'));
  const row = (type: string): string => columns.find((line) => line.split('|')[1]?.includes(`\`${type}\``)) ?? '';

  it.each(LEAF_TYPE_KEYS)('names every field of %s', (type) => {
    const named = [...(row(type).split('|')[2] ?? '').matchAll(/`([\w.]+)`/g)].map(([, field]) => field);
    expect(named.sort()).toEqual([...(leafTypeOf(type)?.fields ?? [])].sort());
  });

  it('has a row for every action', () => {
    const [, table = ''] = page.split('## Actions\n');
    const [rows = ''] = table.split('\n\nMoney is');
    expect([...rows.matchAll(/^\| `(\w+)`/gm)].map(([, key]) => key).sort()).toEqual([...ACTION_KEYS].sort());
  });

  it('names every operator', () => {
    const [, list = ''] = /^Operators: ([^]*?)\.\s/m.exec(page) ?? [];
    const named = [...list.matchAll(/`([^`]+)`/g)].map(([, key]) => key);
    expect(named.sort()).toEqual([...OPERATOR_KEYS].sort());
  });

  it.each(Object.keys(ENGLISH.reasons))('promotions-at-scale.md 8: shows the sentences of %s', (reason) => {
    const cells = columns.filter((line) => new RegExp(`^\\| \`${reason}(:<id>)?\` +\\|`).test(line));
    const shown = cells.flatMap((line) =>
      [...(line.split('|')[2] ?? '').matchAll(/`([^`]+)`/g)].map(([, text]) => text),
    );
    expect(shown.sort()).toEqual(sentencesOf(reason).sort());
  });

  it('promotions-at-scale.md 8: shows the sentence of every rule and operator', () => {
    const { rules, operators, counted } = ENGLISH;
    const missing = [rules, operators, counted].flatMap((texts) =>
      Object.values<string | { one: string; other: string }>(texts)
        .flatMap((text) => (typeof text === 'string' ? [text] : [text.other]))
        .filter((text) => !page.includes(`\`${text}\``)),
    );
    expect(missing).toEqual([]);
  });
});
