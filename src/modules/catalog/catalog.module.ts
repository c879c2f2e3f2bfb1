import { Module } from '@nestjs/common';
import { StoreObjects } from '../../platform/events/store-objects';
import { FileOwners } from '../files/file-owners';
import { FilesModule } from '../files/files.module';
import { SettingsModule } from '../settings/settings.module';
import { ProductStock } from './data/product-stock.entity';
import { BrandsService } from './brands.service';
import { CatalogTitlesService } from './catalog-titles.service';
import { CategoriesService } from './categories.service';
import { CategorizedProductsService } from './categorized-products.service';
import { CategoryRecord, categoryRecords } from './category.resource';
import { CollectionsService } from './collections.service';
import { Brand } from './data/brand.entity';
import { Category } from './data/category.entity';
import { Product } from './data/product.entity';
import { ProductCollection } from './data/product-collection.entity';
import { ProductModifier } from './data/product-modifier.entity';
import { ProductVariation } from './data/product-variation.entity';
import { TakenSku } from './data/taken-sku.entity';
import { BrandsController } from './http/brands.controller';
import { CategoriesController } from './http/categories.controller';
import { CollectionsController } from './http/collections.controller';
import { FlowsController } from './http/flows.controller';
import { ModifiersController } from './http/modifiers.controller';
import { ProductsController } from './http/products.controller';
import { ProductVariationsController } from './http/product-variations.controller';
import { VariationsController } from './http/variations.controller';
import { ModifiersService } from './modifiers/modifiers.service';
import { ProductRelationsService } from './product-relations.service';
import { ProductsService } from './products.service';
import { SkusService } from './skus.service';
import { SoldProductsService } from './sold-products.service';
import { StockService } from './stock.service';
import { VariationsService } from './modifiers/variations.service';
import { BrandRecord, brandRecord } from './brand.resource';
import { CollectionRecord, collectionRecord } from './collection.resource';
import { ProductRecord } from './product.resource';

/** Serves products, brands, categories, collections and stock. */
@Module({
  imports: [SettingsModule, FilesModule],
  controllers: [
    ProductsController,
    ModifiersController,
    VariationsController,
    ProductVariationsController,
    BrandsController,
    CategoriesController,
    CollectionsController,
    FlowsController,
  ],
  providers: [
    ProductsService,
    ProductRelationsService,
    ModifiersService,
    VariationsService,
    StockService,
    SkusService,
    BrandsService,
    CategoriesService,
    CategorizedProductsService,
    CatalogTitlesService,
    CollectionsService,
    SoldProductsService,
  ],
  exports: [
    ProductsService,
    CategorizedProductsService,
    StockService,
    BrandsService,
    CategoriesService,
    CatalogTitlesService,
    SoldProductsService,
  ],
})
export class CatalogModule {
  static readonly entities = [
    Brand,
    Category,
    Product,
    ProductCollection,
    ProductModifier,
    ProductStock,
    ProductVariation,
    TakenSku,
  ];

  constructor(objects: StoreObjects, products: ProductsService, files: FileOwners) {
    files.register({
      exists: async (manager, id) => (await products.find(manager, id)) !== undefined,
      change: (tx, id, work) => products.changeImages(tx, id, work),
    });
    objects.register(Product, {
      object: 'product',
      since: '1.2',
      record: ProductRecord,
      scope: 'products',
      records: (manager, rows) => products.records(manager, rows),
      listed: { title: 'title', shown: 'status' },
    });
    objects.register(Brand, {
      object: 'brand',
      listed: { title: 'title', shown: 'status' },
      since: '1.2',
      record: BrandRecord,
      scope: 'products',
      records: (_, rows) => rows.map(brandRecord),
    });
    objects.register(ProductCollection, {
      object: 'collection',
      listed: { title: 'title', shown: 'status' },
      since: '1.3',
      record: CollectionRecord,
      scope: 'products',
      records: (_, rows) => rows.map(collectionRecord),
    });
    objects.register(Category, {
      object: 'category',
      listed: { title: 'title', shown: 'status' },
      since: '1.2',
      record: CategoryRecord,
      scope: 'products',
      records: categoryRecords,
    });
  }
}
