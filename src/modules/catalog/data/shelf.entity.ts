import { OneOf, Slug, Text } from '../../../platform/resources/attributes';
import { StoreObject } from '../../../platform/database/rows/store-object';
import { PUBLICATION, type PublicationKey } from '../choices';

/** Most characters of a description (wire.md 1). */
const DESCRIPTION_MAX = 64 * 1024;

/** HTML. The page that shows it must decide what to allow. */
export const Description = (): PropertyDecorator =>
  Text({ max: DESCRIPTION_MAX, search: true, description: 'HTML for display, stored and returned as sent.' });

/** Draft or live. */
export const Publication = (): PropertyDecorator =>
  OneOf('Publication', PUBLICATION, { default: '1', description: '0 draft, 1 live. Default 1.' });

/** Fields of brands, categories and collections alike. */
export abstract class Shelf extends StoreObject {
  @Text({ required: true, search: true, sort: true, description: 'Display name.', example: 'Classic' })
  title!: string;

  @Slug({ required: true, search: true, sort: true, description: 'Unique name for URLs.', example: 'classic' })
  slug!: string;

  @Description()
  description!: string | null;

  @Publication()
  status!: PublicationKey;
}
