import { type Choice } from '../../platform/http/envelope';
import { RecordOf, recordsOf } from '../../platform/resources/resource';
import { Shelf } from './data/shelf.entity';

/** The record of brands, categories and collections alike. */
export abstract class ShelfRecord extends RecordOf(Shelf) {
  declare title: string;
  declare slug: string;
  declare description: string | null;
  declare status: Choice;
}

export const shelfRecord = recordsOf<ShelfRecord>(Shelf);
