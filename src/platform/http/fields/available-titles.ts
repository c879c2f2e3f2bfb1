import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Principal } from '../../../kernel/scopes';
import { Transactions } from '../../database/connection/transactions';
import { type ListedObject, StoreObjects } from '../../events/store-objects';
import { type DescribedField } from './described-fields';
import { type Available } from './field.record';

/** Rows of one kind that a form lists: it bounds the statement and the response. */
const MAX_LISTED = 500;

interface Listed {
  readonly id: string;
  readonly title: string | null;
}

/** Returns what may be chosen in the fields of forms (storefront.md 7). */
@Injectable()
export class AvailableTitles {
  constructor(
    private readonly objects: StoreObjects,
    private readonly transactions: Transactions,
  ) {}

  /** By store object: the newest rows that the caller may read, by title. */
  async of(fields: readonly DescribedField[], caller: Principal | undefined): Promise<ReadonlyMap<string, Available>> {
    const names = new Set(fields.flatMap(({ of }) => (of === undefined ? [] : [of])));
    const found = new Map<string, Available>();
    for (const name of names) {
      const listed = this.objects.listed(name);
      found.set(name, listed && mayList(listed, caller) ? await titles(this.transactions.manager, listed, caller) : {});
    }
    return found;
  }
}

function mayList({ scope, shown }: ListedObject, caller: Principal | undefined): boolean {
  return caller?.storefront === undefined ? caller?.scopes.has(`${scope}:read`) === true : shown !== undefined;
}

/** Newest first along the primary key: ids grow with time. */
async function titles(
  manager: EntityManager,
  { entity, key = 'id', title, shown }: ListedObject,
  caller: Principal | undefined,
): Promise<Available> {
  const isPublic = caller?.storefront !== undefined;
  const query = manager
    .createQueryBuilder(entity, 'one')
    // As text: an id is more than a JavaScript number holds.
    .select(`CAST(one.${key} AS CHAR)`, 'id')
    .addSelect(`one.${title}`, 'title')
    .orderBy('one.id', 'DESC')
    .limit(MAX_LISTED);
  if (isPublic && typeof shown === 'string') query.where(`one.${shown} = :live`, { live: '1' });
  const rows = await query.getRawMany<Listed>();
  const named = rows.map(({ id, title: name }) => [id, name ?? id] as const);
  return Object.fromEntries(named.sort(([, a], [, b]) => a.localeCompare(b, 'en')));
}
