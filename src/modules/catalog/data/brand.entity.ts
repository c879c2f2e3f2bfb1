import { Entity, Index } from 'typeorm';
import { Shelf } from './shelf.entity';

/** A brand of products. */
@Entity('brands')
@Index('uq_brands__slug', ['slug'], { unique: true })
export class Brand extends Shelf {}
