import { type PublicationKey } from '../choices';
import { type ShelfFields } from '../shelves.service';

/** The fields of a shelf as requests send them. */
interface SentShelf {
  readonly title: string;
  readonly slug: string;
  readonly description?: string | null;
  readonly status?: PublicationKey | null;
}

/** Returns the row of a shelf, defaults filled in. */
export function shelfFields({ title, slug, description, status }: SentShelf): ShelfFields {
  return { title, slug, description: description ?? null, status: status ?? '1' };
}
