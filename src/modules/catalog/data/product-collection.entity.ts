import { Entity, Index } from 'typeorm';
import { Shelf } from './shelf.entity';

/** Products that are shown together, such as those of a season (storefront.md 8). */
@Entity('collections')
@Index('uq_collections__slug', ['slug'], { unique: true })
export class ProductCollection extends Shelf {}
