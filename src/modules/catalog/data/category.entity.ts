import { Entity, Index } from 'typeorm';
import { IntegerColumn } from '../../../platform/database/rows/columns';
import { Reference } from '../../../platform/resources/attributes';
import { Shelf } from './shelf.entity';

/** A category of products; it may have a parent. */
@Entity('categories')
@Index('uq_categories__slug', ['slug'], { unique: true })
@Index('ix_categories__parent', ['parent'])
export class Category extends Shelf {
  /** The category it lies below; null at the top. Following it never comes back to itself. */
  @Reference('category', {
    title: 'Parent Category',
    description: 'Id of the parent category. Unset: a top category.',
  })
  parent!: string | null;

  /** Position among its siblings (storefront.md 12); null: after all that have a position, by title. */
  @IntegerColumn({ nullable: true })
  position!: number | null;
}
