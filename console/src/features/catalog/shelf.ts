import { type components } from '@storekeeper/client';
import { readingRecord, store, type Versioned } from '../../shared/api/store';
import { t, type TextKey } from '../../shared/text/text';
import { type FormField, formBody, type FormValues } from '../../shared/ui/form-field';
import { type Choices } from '../../shared/api/choices';
import { PUBLICATIONS } from './product';

/** A way to sort products. */
export type ShelfKind = 'brands' | 'collections' | 'categories';
type Category = components['schemas']['CategoryRecord'];
type Collection = components['schemas']['CollectionRecord'];
/** A brand, a collection or a category: what all have. */
export type Shelf = Pick<components['schemas']['BrandRecord'], keyof Category & keyof Collection> &
  Partial<Pick<Category, 'parent'>>;

/** The requests of a kind. */
interface ShelfRequests {
  readonly read: (id: string) => ReturnType<typeof readingRecord<Shelf>>;
  readonly make: (values: FormValues) => Promise<unknown>;
  readonly change: (id: string, values: FormValues, headers: Record<string, string>) => Promise<unknown>;
  readonly remove: (id: string) => Promise<unknown>;
}

const brands: ShelfRequests = {
  read: (id) =>
    readingRecord<Shelf>(['/v1/brands', id], (signal) =>
      store.GET('/v1/brands/{brand_id}', { params: { path: { brand_id: id } }, signal }),
    ),
  make: (values) => store.POST('/v1/brands', { body: formBody(values) }),
  change: (id, values, headers) =>
    store.PUT('/v1/brands/{brand_id}', { params: { path: { brand_id: id } }, body: formBody(values), headers }),
  remove: (id) => store.DELETE('/v1/brands/{brand_id}', { params: { path: { brand_id: id } } }),
};

const collections: ShelfRequests = {
  read: (id) =>
    readingRecord<Shelf>(['/v1/collections', id], (signal) =>
      store.GET('/v1/collections/{collection_id}', { params: { path: { collection_id: id } }, signal }),
    ),
  make: (values) => store.POST('/v1/collections', { body: formBody(values) }),
  change: (id, values, headers) =>
    store.PUT('/v1/collections/{collection_id}', {
      params: { path: { collection_id: id } },
      body: formBody(values),
      headers,
    }),
  remove: (id) => store.DELETE('/v1/collections/{collection_id}', { params: { path: { collection_id: id } } }),
};

const categories: ShelfRequests = {
  read: (id) =>
    readingRecord<Shelf>(['/v1/categories', id], (signal) =>
      store.GET('/v1/categories/{category_id}', { params: { path: { category_id: id } }, signal }),
    ),
  make: (values) => store.POST('/v1/categories', { body: formBody(values) }),
  change: (id, values, headers) =>
    store.PUT('/v1/categories/{category_id}', {
      params: { path: { category_id: id } },
      body: formBody(values),
      headers,
    }),
  remove: (id) => store.DELETE('/v1/categories/{category_id}', { params: { path: { category_id: id } } }),
};

/** The requests of each kind. */
export const SHELVES: Readonly<Record<ShelfKind, ShelfRequests>> = { brands, collections, categories };

/** A text of a kind, such as its title. */
export function shelfText(
  kind: ShelfKind,
  name: 'title' | 'one' | 'new' | 'none' | 'none.next' | 'remove.question',
): string {
  const key: TextKey = `${kind}.${name}`;
  return t(key);
}

/** The values of a new one. */
export const newShelf = (kind: ShelfKind, parent: string): FormValues => ({
  title: '',
  slug: '',
  status: '1',
  description: '',
  ...(kind === 'categories' ? { parent } : {}),
});

/** The values of a saved one, with its version. */
export function shelfValues(kind: ShelfKind, { record, tag }: Versioned<Shelf>): Versioned<FormValues> {
  const { title, slug, status, description, parent } = record;
  return {
    tag,
    record: {
      ...{ title, slug, status: status.data.key, description: description ?? '' },
      ...(kind === 'categories' ? { parent: parent?.data.id ?? '' } : {}),
    },
  };
}

/** The fields of a kind. @param parents of a category */
export function shelfFields(kind: ShelfKind, parents: Choices, isNew: boolean): readonly FormField[] {
  const parent: FormField = { name: 'parent', label: t('categories.parent'), kind: 'choice', options: parents };
  return [
    { name: 'title', label: t('catalog.name'), kind: 'text', isRequired: true },
    {
      name: 'slug',
      label: t('products.slug'),
      kind: 'text',
      ...(isNew ? { help: t('catalog.slug.help') } : { isRequired: true }),
    },
    { name: 'status', label: t('products.status'), kind: 'choice', isRequired: true, options: PUBLICATIONS },
    ...(kind === 'categories' ? [parent] : []),
    { name: 'description', label: t('products.description'), kind: 'long', help: t('catalog.description.help') },
  ];
}
