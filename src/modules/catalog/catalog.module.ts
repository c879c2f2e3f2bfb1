import { Module } from '@nestjs/common';
import { StoreObjects } from '../../platform/events/store-objects';
import { SettingsModule } from '../settings/settings.module';
import { ProductStock } from './data/product-stock.entity';
import { brandRecord } from './brand.record';
import { BrandsService } from './brands.service';
import { CategoriesService } from './categories.service';
import { categoryRecords } from './category.record';
import { Brand } from './data/brand.entity';
import { Category } from './data/category.entity';
import { Product } from './data/product.entity';
import { ProductModifier } from './data/product-modifier.entity';
import { ProductVariation } from './data/product-variation.entity';
import { BrandsController } from './http/brands.controller';
import { CategoriesController } from './http/categories.controller';
import { ModifiersController } from './http/modifiers.controller';
import { ProductsController } from './http/products.controller';
import { VariationsController } from './http/variations.controller';
import { ModifiersService } from './modifiers.service';
import { ProductRelationsService } from './product-relations.service';
import { ProductsService } from './products.service';
import { StockService } from './stock.service';
import { VariationsService } from './variations.service';

/** Serves products, brands, categories and stock. */
@Module({
  imports: [SettingsModule],
  controllers: [ProductsController, ModifiersController, VariationsController, BrandsController, CategoriesController],
  providers: [
    ProductsService,
    ProductRelationsService,
    ModifiersService,
    VariationsService,
    StockService,
    BrandsService,
    CategoriesService,
  ],
  exports: [ProductsService, StockService, BrandsService, CategoriesService],
})
export class CatalogModule {
  static readonly entities = [Brand, Category, Product, ProductModifier, ProductStock, ProductVariation];

  constructor(objects: StoreObjects, products: ProductsService) {
    objects.register(Product, {
      object: 'product',
      scope: 'products',
      records: (manager, rows) => products.records(manager, rows),
    });
    objects.register(Brand, { object: 'brand', scope: 'products', records: (_, rows) => rows.map(brandRecord) });
    objects.register(Category, { object: 'category', scope: 'products', records: categoryRecords });
  }
}
