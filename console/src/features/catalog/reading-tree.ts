import { reading, store } from '../../shared/api/store';

/** All categories, as a tree. */
export const readingTree = reading(['/v1/categories/tree'], (signal) => store.GET('/v1/categories/tree', { signal }));
