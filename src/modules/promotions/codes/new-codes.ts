import { type EntityManager, In } from 'typeorm';
import { type IdGenerator } from '../../../kernel/ids';
import { isEmbedded } from '../../../platform/database/connection/dialect';
import { changedRows } from '../../../platform/database/rows/changed-rows';
import { insertionOf, preparedRow } from '../../../platform/database/rows/row-reader';
import { PromotionCode } from '../data/promotion-code.entity';
import { canonicalCode } from '../domain/fold-text';

/** Codes of one statement. */
const ROWS = 500;

/** The common fields of new codes. */
export interface CodeTerms {
  readonly promotionId: string;
  /** Most uses of each; 0: no limit. */
  readonly uses: number;
  /** The last instant of each; null: they do not expire. */
  readonly expiresAt: Date | null;
}

/** {@link CodeTerms} as a job keeps them. */
export interface StoredTerms {
  readonly uses: number;
  /** ISO 8601. */
  readonly expires: string | null;
}

/** Rows of codes that are to be added to a pool, in their order. */
export function newCodes(
  ids: IdGenerator,
  codes: readonly string[],
  terms: CodeTerms,
  createdAt: Date,
): PromotionCode[] {
  return codes.map((code) =>
    Object.assign(new PromotionCode(), {
      ...terms,
      id: ids.next(),
      code,
      codeKey: canonicalCode(code),
      isOwn: false,
      status: 'unused' as const,
      used: 0,
      revokedAt: null,
      createdAt,
    }),
  );
}

/**
 * Adds those codes that no promotion has yet: the database alone says which these are.
 * @returns how many were added
 */
export async function addNewCodes(tx: EntityManager, codes: readonly PromotionCode[]): Promise<number> {
  const { into, values } = insertionOf(tx.dataSource.getMetadata(PromotionCode));
  const [start, otherwise] = isEmbedded(tx)
    ? [into, ' ON CONFLICT DO NOTHING']
    : [into.replace('INSERT', 'INSERT IGNORE'), ''];
  let added = 0;
  for (let i = 0; i < codes.length; i += ROWS) {
    const part = codes.slice(i, i + ROWS).map((code) => preparedRow(tx, PromotionCode, code));
    const sql = `${start} VALUES ${part.map(() => values).join(', ')}${otherwise}`;
    added += await changedRows(tx, sql, part.flat());
  }
  return added;
}

/** Ids of those codes that {@link addNewCodes} did not add, because another has their form. */
export async function notAdded(tx: EntityManager, codes: readonly PromotionCode[]): Promise<Set<string>> {
  const keys = new Map(codes.map(({ id, codeKey }) => [id, codeKey]));
  for (let i = 0; i < codes.length; i += ROWS) {
    const ids = codes.slice(i, i + ROWS).map(({ id }) => id);
    const select = { id: true, codeKey: true } as const;
    for (const { id, codeKey } of await tx.find(PromotionCode, { select, where: { id: In(ids) } })) {
      if (keys.get(id) === codeKey) keys.delete(id);
    }
  }
  return new Set(keys.keys());
}
