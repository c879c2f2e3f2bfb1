import { OneOf, Slug, Text } from '../../../platform/resources/attributes';
import { StoreObject } from '../../../platform/database/rows/store-object';
import { PUBLICATION, type PublicationKey } from '../choices';

/** Most characters of a description (wire.md 1). */
const DESCRIPTION_MAX = 64 * 1024;

/** Fields of brands, categories and collections alike. */
export abstract class Shelf extends StoreObject {
  @Text({ required: true, search: true, sort: true, description: 'Display name.', example: 'Classic' })
  title!: string;

  @Slug({ required: true, search: true, sort: true, description: 'Unique name for URLs.', example: 'classic' })
  slug!: string;

  /** The page that shows it must decide what HTML to allow. */
  @Text({ max: DESCRIPTION_MAX, search: true, description: 'HTML for display, stored and returned as sent.' })
  description!: string | null;

  @OneOf('Publication', PUBLICATION, { default: '1', description: '0 draft, 1 live. Default 1.' })
  status!: PublicationKey;
}
