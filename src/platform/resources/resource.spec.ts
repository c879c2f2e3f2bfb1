import 'reflect-metadata';
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { ValidationFailed } from '../../kernel/errors';
import { REQUIRED } from '../../kernel/fields/field-problem';
import { IdColumn, IdReference, StringColumn, TimeColumn } from '../database/rows/columns';
import { type ListQuery } from '../database/lists/listing';
import { StoreObject } from '../database/rows/store-object';
import { readDto } from '../http/fields/dto.pipe';
import { TextField } from '../http/fields/fields';
import { unknownFields } from '../http/fields/unknown-fields';
import {
  CountElsewhere,
  Decimal,
  DefaultMark,
  Email,
  Money,
  OneOf,
  Reference,
  Slug,
  Text,
  Word,
  YesOrNo,
} from './attributes';
import { getMetadataArgsStorage } from 'typeorm';
import { ChangesOf, fieldsOf, listingOf, NewOf, RecordOf, recordsOf, type ShownRow } from './resource';

class Thing extends StoreObject {
  @Text({ required: true, search: true, sort: true, description: 'Name.' })
  title!: string;

  @Slug({ required: true, description: 'Name for URLs.' })
  slug!: string;

  @Text({ max: 1000, description: 'Text.' })
  longText!: string | null;

  @Text({ default: '-', description: 'Mark.' })
  mark!: string;

  @OneOf('ThingState', { '0': 'Off', '1': 'On' }, { default: '1', description: 'State.' })
  state!: '0' | '1';

  @YesOrNo({ default: true, description: 'Whether it is sold.' })
  sold!: boolean;

  @Money({ default: 0n, description: 'Price.' })
  unitPrice!: bigint;

  @Decimal({ least: 0, decimals: 4, description: 'Weight.' })
  weight!: string | null;

  @DefaultMark({ description: 'Whether it is the default.' })
  defaultMark!: 1 | null;

  @Reference('brand', { description: 'Brand.' })
  brand!: string | null;

  @CountElsewhere({ least: 0, most: 9, default: 3, description: 'Units.' })
  units?: number;

  @StringColumn()
  secret!: string;
}

class CreateThingDto extends NewOf(Thing, 'secret') {}
class UpdateThingDto extends ChangesOf(CreateThingDto) {}

class CreateCodedThingDto extends NewOf(Thing, 'secret') {
  @TextField({ description: 'Code, which is no column.' })
  entry_code?: string | null;

  letters(): number | undefined {
    return this.entry_code?.length;
  }
}
class UpdateCodedThingDto extends ChangesOf(CreateCodedThingDto) {}

/** A part of a record has no version of its own. */
class Part {
  @IdColumn()
  id!: string;

  @IdReference()
  thingId!: string;

  @OneOf('PartKind', { a: 'A', b: 'B' }, { required: true, length: 16, description: 'Kind.' })
  kind!: 'a' | 'b';

  @TimeColumn()
  createdAt!: Date;

  @TimeColumn()
  updatedAt!: Date;
}

class CreatePartDto extends NewOf(Part, 'thingId') {}

/** A base without fields, those that requests send, and a column that they do not. */
abstract class SaleBase extends StoreObject {}
abstract class SaleFields extends SaleBase {
  @OneOf('SaleState', { open: 'Open', done: 'Done' }, { default: 'open', keeps: true, description: 'State.' })
  state!: 'open' | 'done';

  @Reference('thing', { required: true, wire: 'thing', description: 'Thing.' })
  thingId!: string;

  @Text({ description: 'Note.' })
  note!: string | null;
}
class Sale extends SaleFields {
  @StringColumn()
  secret!: string;
}

class CreateSaleDto extends NewOf(SaleFields) {}
class UpdateSaleDto extends ChangesOf(CreateSaleDto) {}

interface ThingRecord extends ShownRow {
  readonly brand: { readonly value: string } | null;
  readonly units: number;
}

const LEFT_OUT = {
  title: 'Cup',
  slug: 'cup',
  longText: null,
  mark: '-',
  state: '1',
  sold: true,
  unitPrice: 0n,
  weight: null,
  defaultMark: null,
  brand: null,
  units: 3,
};

const AT = new Date('2026-01-31T12:00:00Z');

describe('a resource (ADR 25)', () => {
  it('reads a new record as a whole row: what is left out or sent empty has its default', () => {
    const empty = {
      long_text: '',
      mark: '',
      state: '',
      sold: '',
      unit_price: '',
      weight: '',
      default: '',
      brand: '',
      units: '',
    };
    expect(readDto(CreateThingDto, { title: 'Cup', slug: 'cup' })).toEqual(LEFT_OUT);
    expect(readDto(CreateThingDto, { title: 'Cup', slug: 'cup', ...empty, secret: 'x' })).toEqual(LEFT_OUT);
    const whole = { title: 'Cup', slug: 'a b', long_text: 'x', mark: '+', state: '0', sold: '0', unit_price: '1.5' };
    const row = { ...LEFT_OUT, slug: 'a-b', longText: 'x', mark: '+', state: '0', sold: false, unitPrice: 15_000n };
    const rest = { weight: '2.50', default: '1', brand: '7', units: '4' };
    expect(readDto(CreateThingDto, { ...whole, ...rest })).toEqual({
      ...row,
      weight: '2.5',
      defaultMark: 1,
      brand: '7',
      units: 4,
    });
  });

  it('reads a change as the part of the row that was sent', () => {
    expect(readDto(UpdateThingDto, {})).toEqual({});
    expect(readDto(UpdateThingDto, { unit_price: '2', secret: 'x' })).toEqual({ unitPrice: 20_000n });
    const emptied = { long_text: null, mark: null, state: null, default: '0' };
    expect(readDto(UpdateThingDto, emptied)).toEqual({ longText: null, mark: '-', state: '1', defaultMark: null });
  });

  it('keeps the fields that the class of the body declares beside those of the row, as they were read', () => {
    const cup = { title: 'Cup', slug: 'cup' };
    const made = readDto(CreateCodedThingDto, { ...cup, entry_code: ' x ', secret: 'x' });
    expect({ ...made }).toStrictEqual({ ...LEFT_OUT, entry_code: 'x' });
    expect([made.letters(), unknownFields(made)]).toEqual([1, ['secret']]);
    expect({ ...readDto(CreateCodedThingDto, cup) }).toStrictEqual(LEFT_OUT);
    const changes = { unit_price: '2', entry_code: '' };
    expect({ ...readDto(UpdateCodedThingDto, changes) }).toStrictEqual({ unitPrice: 20_000n, entry_code: null });
    expect({ ...readDto(UpdateCodedThingDto, { secret: 'x' }) }).toStrictEqual({});
  });

  it('does not read a field that its class names as unsent', () => {
    class OwnThingDto extends ChangesOf(NewOf(Thing, 'secret', 'brand', 'defaultMark')) {}
    expect({ ...readDto(OwnThingDto, { title: 'Mug', brand: '7', default: '1' }) }).toStrictEqual({ title: 'Mug' });
  });

  it('may be null in the database where it may be null in a record', () => {
    class Loose extends StoreObject {
      @Text({ description: 'Text.' })
      text!: string | null;
      @Slug({ description: 'Slug.' })
      slug!: string | null;
      @Email({ description: 'E-mail.' })
      email!: string | null;
      @OneOf('LooseKind', { a: 'A' }, { description: 'Kind.' })
      kind!: 'a' | null;
      @Word('LooseWord', ['a'], { length: 8, description: 'Word.' })
      word!: 'a' | null;
      @Money({ description: 'Price.' })
      price!: bigint | null;
      @Decimal({ least: 0, decimals: 2, description: 'Weight.' })
      weight!: string | null;
      @Reference('brand', { description: 'Brand.' })
      brand!: string | null;
    }
    const columns = getMetadataArgsStorage().columns.filter(({ target }) => target === Loose);
    const names = ['text', 'slug', 'email', 'kind', 'word', 'price', 'weight', 'brand'];
    expect(columns.map(({ propertyName, options }) => [propertyName, options.nullable])).toEqual(
      names.map((name) => [name, true]),
    );
    class LooseDto extends NewOf(Loose) {}
    const nothing = Object.fromEntries(names.map((name) => [name, null]));
    expect({ ...readDto(LooseDto, {}) }).toStrictEqual(nothing);
    const at = new Date(0);
    const row = Object.assign(new Loose(), { ...nothing, id: '1', version: 1, createdAt: at, updatedAt: at });
    expect(recordsOf<ShownRow>(Loose)(row)).toMatchObject(nothing);
  });

  it('reads the fields of the class that has them, by their own names, and refuses to empty one that every record keeps', () => {
    expect({ ...readDto(CreateSaleDto, { thing: '7', state: '', secret: 'x' }) }).toStrictEqual({
      ...{ state: 'open', thingId: '7', note: null },
    });
    expect({ ...readDto(UpdateSaleDto, { note: '', state: 'done' }) }).toStrictEqual({ note: null, state: 'done' });
    expect(() => readDto(UpdateSaleDto, { state: '' })).toThrow(ValidationFailed.of('state', REQUIRED));
    expect(listingOf(Sale).filters['thing']?.('7')).toEqual({ thingId: '7' });
    class BaseDto extends NewOf(SaleBase) {}
    expect({ ...readDto(BaseDto, { note: 'x' }) }).toStrictEqual({});
  });

  it('gives the fields of a class that an object has, and those that it does not have as in a new record', () => {
    expect(fieldsOf(SaleFields)).toStrictEqual({ state: 'open', thingId: null, note: null });
    const body = Object.assign({ note: 'x', code: 'y' }, { state: 'done' as const });
    expect(fieldsOf(SaleFields, body)).toStrictEqual({ state: 'done', thingId: null, note: 'x' });
    expect(fieldsOf(SaleBase, body)).toStrictEqual({});
  });

  it('has its times between other fields where its class has them', () => {
    class SaleRecord extends RecordOf(Sale, { number: { type: String }, created_at: {}, state: {}, thing: {} }) {}
    class TimedRecord extends RecordOf(Sale, { thing: {}, created_at: { nullable: true } }) {}
    const fieldsIn = (record: new () => object): string[] =>
      (Reflect.getMetadata('swagger/apiModelPropertiesArray', record.prototype as object) as string[]).map((name) =>
        name.slice(1),
      );
    expect(fieldsIn(SaleRecord)).toEqual(['id', 'number', 'created_at', 'state', 'thing', 'note', 'updated_at']);
    expect(fieldsIn(TimedRecord)).toEqual(['id', 'state', 'thing', 'note', 'created_at', 'updated_at']);
  });

  it('reads a part of a record, which has no version', () => {
    expect(readDto(CreatePartDto, { kind: 'b', id: '1', version: '2' })).toEqual({ kind: 'b' });
    expect(() => NewOf(Part)).toThrow('Columns of Part that are no fields: thingId');
  });

  it('names the field at fault as it was sent', () => {
    const wrong = { title: '', slug: 'a', unit_price: '-1', long_text: 'x'.repeat(1001), state: '2' };
    for (const dto of [CreateThingDto, UpdateThingDto]) {
      let thrown: unknown;
      try {
        readDto<object>(dto, wrong);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toBeInstanceOf(ValidationFailed);
      expect(Object.keys((thrown as ValidationFailed).errors).sort()).toEqual([
        'long_text',
        'state',
        'title',
        'unit_price',
      ]);
    }
  });

  it('shows a row by its names on the wire', () => {
    const row = Object.assign(new Thing(), { id: '5', version: 1, createdAt: AT, updatedAt: AT, secret: 'x' });
    Object.assign(row, { ...LEFT_OUT, weight: '2.5', unitPrice: 15_000n, brand: '7' });
    const shown = recordsOf<ThingRecord, 'brand' | 'units'>(Thing)(row, { brand: { value: 'Acme' }, units: 2 });
    expect(JSON.stringify(shown)).toBe(
      JSON.stringify({
        ...{ id: '5', title: 'Cup', slug: 'cup', long_text: null, mark: '-' },
        state: { value: 'On', data: { key: '1', value: 'On' } },
        ...{ sold: true, unit_price: 1.5, weight: 2.5, default: false, brand: { value: 'Acme' }, units: 2 },
        ...{ created_at: '2026-01-31 12:00:00', updated_at: '2026-01-31 12:00:00' },
      }),
    );
  });

  it('has the fields that the row does not have where its class has them', () => {
    const text = { type: String };
    const computed = { sold: {}, size: text, brand: text, units: { type: Number }, colour: text };
    class SizedRecord extends RecordOf(Thing, computed) {
      declare size: string;
      declare brand: string;
      declare units: number;
      declare colour: string;
    }
    const row = Object.assign(new Thing(), { id: '5', createdAt: AT, updatedAt: AT, ...LEFT_OUT });
    const shown = recordsOf<SizedRecord, 'size' | 'brand' | 'units' | 'colour'>(Thing, SizedRecord);
    const record = shown(row, { colour: 'red', units: 2, brand: 'Acme', size: 'L' });
    expect(JSON.stringify(record)).toBe(
      JSON.stringify({
        ...{ id: '5', title: 'Cup', slug: 'cup', long_text: null, mark: '-' },
        state: { value: 'On', data: { key: '1', value: 'On' } },
        ...{ sold: true, size: 'L', brand: 'Acme', units: 2, colour: 'red' },
        ...{ unit_price: 0, weight: null, default: false },
        ...{ created_at: '2026-01-31 12:00:00', updated_at: '2026-01-31 12:00:00' },
      }),
    );
    const documented = Reflect.getMetadata('swagger/apiModelPropertiesArray', SizedRecord.prototype) as string[];
    expect(documented.map((name) => name.slice(1))).toEqual(Object.keys(record));
    // A hash table is three times as dear to copy and to write as JSON.
    setFlagsFromString('--allow-natives-syntax');
    const isLaidOut = runInThisContext('(record) => %HasFastProperties(record)') as (record: object) => boolean;
    const areLaidOut = [isLaidOut(record), isLaidOut({ ...record })];
    setFlagsFromString('--no-allow-natives-syntax');
    expect(areLaidOut).toEqual([true, true]);
  });

  it('is found by all its fields, in the words that its lists sort and search by', () => {
    const { filters, searches, sorts } = listingOf(Thing, {
      q: () => undefined,
      brand: () => ({ brand: 'mine' }),
      units: () => undefined,
    });
    expect(Object.keys(filters).filter((name) => !name.includes('_at'))).toEqual([
      ...[
        'id',
        'q',
        'title',
        'slug',
        'long_text',
        'mark',
        'state',
        'sold',
        'unit_price',
        'weight',
        'default',
        'brand',
        'units',
      ],
    ]);
    expect([filters['unit_price']?.('1.50'), filters['brand']?.('x')]).toEqual([
      { unitPrice: 15_000n },
      { brand: 'mine' },
    ]);
    expect([Object.keys(searches ?? {}), sorts]).toEqual([
      ['title'],
      { id: 'id', updated_at: 'updatedAt', title: 'title' } satisfies Record<string, ListQuery['sort']>,
    ]);
  });

  it('is refused when the store starts, where a column is no field, a record has no schema of one, or a list no filter', () => {
    expect(() => NewOf(Thing)).toThrow('Columns of Thing that are no fields: secret');
    expect(() => RecordOf(Thing)).toThrow('The record of Thing has no schema of brand');
    expect(() => RecordOf(Thing, { brand: null, units: null })).not.toThrow();
    expect(() => listingOf(Thing)).toThrow('The list of Thing has no filter of units');
  });
});
