import { Entity, Index } from 'typeorm';
import { StoreObject } from '../../../platform/database/rows/store-object';
import { Slug, Text } from '../../../platform/resources/attributes';

/** A group of customers, e.g. for promotions. */
@Entity('customer_groups')
@Index('uq_customer_groups__slug', ['slug'], { unique: true })
export class CustomerGroup extends StoreObject {
  @Text({ required: true, search: true, sort: true, description: 'Display name.', example: 'Trade' })
  title!: string;

  @Slug({ required: true, search: true, sort: true, description: 'Unique name for URLs.', example: 'trade' })
  slug!: string;
}
