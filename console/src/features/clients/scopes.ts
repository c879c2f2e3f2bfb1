import { type components } from '@storekeeper/client';
import { t } from '../../shared/text/text';

/** A scope, as the API names it. */
export type ClientScope = components['schemas']['Scope'];

/** Names scopes shortly: `orders, carts (read)`. Subjects that may be read and written come first. */
export function scopesText(scopes: readonly ClientScope[]): string {
  const subjects = new Map<string, Set<string>>();
  for (const scope of scopes) {
    const [subject = '', action = ''] = scope.split(':');
    subjects.set(subject, (subjects.get(subject) ?? new Set()).add(action));
  }
  const all = [...subjects];
  const both = all.filter(([, actions]) => actions.size > 1).map(([subject]) => subject);
  const one = all
    .filter(([, actions]) => actions.size === 1)
    .map(([subject, actions]) => t(actions.has('read') ? 'clients.reads' : 'clients.writes', { subject }));
  return [...both, ...one].join(', ');
}
