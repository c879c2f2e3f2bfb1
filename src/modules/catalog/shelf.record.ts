import { type Choice } from '../../platform/http/envelope';
import { type ShownRow } from '../../platform/resources/resource';

/** Fields of the records of brands, categories and collections alike. */
export interface ShelfRecord extends ShownRow {
  readonly title: string;
  readonly slug: string;
  readonly description: string | null;
  readonly status: Choice;
}
