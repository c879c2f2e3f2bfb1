import { type FormValue, type FormValues } from '../../shared/ui/form-field';
import { inlinePromotion } from './promotion-fields';

const BASE = 36;

/** Terms of the form that a back-test leaves out: the past lies before its days, and a draft is tested as if it were live. */
const UNTESTED: ReadonlySet<string> = new Set(['from', 'to', 'status', 'title', 'description', 'offers']);

/** The promotion of the form as a back-test tries it. */
export function testedPromotion(values: FormValues, id = 'new') {
  const { from: _from, to: _to, ...idea } = inlinePromotion({ ...values, status: true }, id);
  return idea;
}

/** Rules are saved in another form, and numbers without what they were typed with: 10.0 is 10. */
function normal(value: FormValue): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** A short text that is the same for the same tested terms: the address says by it of which ones a result is. */
export function termsMark(values: FormValues): string {
  const terms = Object.entries(values)
    .filter(([name, value]) => !UNTESTED.has(name) && value !== '' && value !== false)
    .map(([name, value]) => [name, normal(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  let mark = 5381;
  for (const sign of JSON.stringify(terms)) mark = (Math.imul(mark, 33) ^ (sign.codePointAt(0) ?? 0)) >>> 0;
  return mark.toString(BASE);
}
