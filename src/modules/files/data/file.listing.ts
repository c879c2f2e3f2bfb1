import { byId, byInteger, byText, commonFilters, oneValue } from '../../../platform/database/lists/filters';
import { searchesByPart } from '../../../platform/database/lists/part-sought';
import { type Listing } from '../../../platform/database/lists/listing';
import { imageTypeOf } from '../domain/image-type';
import { type StoredFile } from './file.entity';

/** Filters and sort keys of files. */
export const fileListing: Listing<StoredFile> = {
  filters: {
    ...commonFilters<StoredFile>(),
    name: byText('name'),
    type: oneValue((text) => {
      const type = imageTypeOf(text);
      return type && { type };
    }),
    assign_to: byId('product'),
    size: byInteger('size'),
    width: byInteger('width'),
    height: byInteger('height'),
    position: byInteger('position'),
  },
  searches: searchesByPart('name'),
  sorts: { id: 'id', updated_at: 'updatedAt', name: 'name', size: 'size', position: 'position' },
};
