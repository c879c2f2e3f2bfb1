import { ACTION_CLASSES, type ActionField, type ActionFieldUse, type PromotionAction } from './promotion-action';
import * as registered from './registered-actions';

/** The value of `action` on the wire: `discount_by_percent`. */
export type ActionKey = (typeof registered)[keyof typeof registered]['key'];

// The order of a module's exports is the compiler's business; that of the document is not.
const ALL: readonly PromotionAction[] = Object.values(registered).sort((a, b) => (a.key < b.key ? -1 : 1));
const BY_KEY = new Map(ALL.map((action) => [action.key, action]));

/** Keys of the actions, in the order of the OpenAPI document. */
export const ACTION_KEYS = ALL.map(({ key }) => key) as readonly ActionKey[];

/** Labels by key. */
export const ACTION_LABELS = Object.fromEntries(ALL.map(({ key, label }) => [key, label])) as Readonly<
  Record<ActionKey, string>
>;

/** The words of each action for forms, and of the fields that it reads. */
export const ACTION_USES = Object.fromEntries(
  ALL.map(({ key, effect, example, fields }) => [
    key,
    {
      instructions: effect,
      example: example ?? null,
      fields: Object.fromEntries(Object.entries(fields).map(([field, use]) => [field, formField(use)])),
    },
  ]),
);

function formField({ name, unit, required, default: preset }: ActionFieldUse) {
  return { name, unit: unit ?? null, required: required ?? false, default: preset ?? null };
}

/** The description of an action. @throws RangeError when no action has the key */
export function actionOf(key: string): PromotionAction {
  const action = BY_KEY.get(key);
  if (action === undefined) throw new RangeError(`no action ${key.slice(0, 40)}`);
  return action;
}

/** Place of an action's class in the pass (promotions.md 10). */
export function classRank(key: string): number {
  return ACTION_CLASSES.indexOf(actionOf(key).class);
}

/** Meaning of a field, action by action, for the OpenAPI document. */
export function describeField(field: ActionField): string {
  const meanings = ALL.flatMap(({ key, fields }) =>
    fields[field] === undefined ? [] : `${key}: ${fields[field].meaning}`,
  );
  return `${meanings.join('. ')}. The other actions ignore it.`;
}
