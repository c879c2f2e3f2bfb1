import { type components } from '@storekeeper/client';
import { type Choices } from '../../shared/api/choices';

/** A category with those below it. */
export type CategoryBranch = Pick<components['schemas']['CategoryTreeRecord'], 'id' | 'title'> & {
  readonly children: readonly CategoryBranch[];
};

/** All categories as choices, each named with those above it: `Clothes › Shoes`. */
export function choicesOf(tree: readonly CategoryBranch[], without?: string, above = ''): Choices {
  return tree
    .filter(({ id }) => id !== without)
    .flatMap(({ id, title, children }) => [
      { value: id, label: `${above}${title}` },
      ...choicesOf(children, without, `${above}${title} › `),
    ]);
}
