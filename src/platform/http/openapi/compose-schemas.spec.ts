import { composeSchemas } from './compose-schemas';
import { type OpenSchema, type Schemas } from './shared-schemas';

const text = (name: string): OpenSchema => ({ type: 'string', description: `${name}, in so many words. `.repeat(7) });
const fields = (...names: string[]): Record<string, OpenSchema> =>
  Object.fromEntries(names.map((name) => [name, text(name)]));
const dto = (names: string[], required?: string[]): OpenSchema => ({
  type: 'object',
  properties: fields(...names),
  ...(required && { required }),
});
const record = (names: string[], required = names): OpenSchema => ({
  ...dto(names, required),
  additionalProperties: false,
});
const ref = (name: string): OpenSchema => ({ $ref: `#/components/schemas/${name}` });
const composed = (schemas: Schemas): Schemas => {
  composeSchemas(schemas);
  return schemas;
};

describe('schemas that repeat another', () => {
  it('are what a PUT takes and what a POST requires of it, with a field of its own for generators', () => {
    const UpdateMugDto = dto(['title', 'slug', 'color']);
    expect(composed({ UpdateMugDto, CreateMugDto: dto(['title', 'slug', 'color'], ['title', 'slug']) })).toEqual({
      UpdateMugDto,
      CreateMugDto: { allOf: [ref('UpdateMugDto')], properties: fields('title'), required: ['title', 'slug'] },
    });
  });

  it('are the same by another name', () => {
    const schemas = { CreateMugDto: dto(['title', 'slug']), UpdateMugDto: dto(['title', 'slug']) };
    expect(composed(schemas)['UpdateMugDto']).toEqual(ref('CreateMugDto'));
  });

  it('are closed over the open fields of both', () => {
    const schemas = {
      MugRecord: record(['id', 'title']),
      MugWithSecretRecord: record(['id', 'title', 'secret'], ['id', 'title']),
    };
    expect(composed(schemas)).toEqual({
      MugFields: dto(['id', 'title'], ['id', 'title']),
      MugRecord: { ...ref('MugFields'), unevaluatedProperties: false },
      MugWithSecretRecord: { allOf: [ref('MugFields')], properties: fields('secret'), unevaluatedProperties: false },
    });
  });

  it('are not of another noun, unless they share much, nor different in a field', () => {
    const schemas = {
      MugRecord: record(['id', 'title']),
      CupWithSecretRecord: record(['id', 'title', 'secret']),
      MugDto: dto(['id', 'title', 'slug']),
      UpdateMugDto: { ...dto(['id']), properties: { id: { type: 'integer', description: 'An id. '.repeat(99) } } },
    };
    expect(composed(structuredClone(schemas))).toEqual(schemas);
  });

  it('are of another noun where they share much', () => {
    const names = ['id', 'title', 'slug'];
    const schemas = { CardDto: dto(names), PaymentDto: dto([...names, 'amount']) };
    expect(composed(schemas)['PaymentDto']).toEqual({ allOf: [ref('CardDto')], properties: fields('amount') });
  });

  it('are responses, by what all of them have', () => {
    const status = { type: 'boolean', enum: [true] };
    const properties = { status, result: ref('MugRecord') };
    const MugResponse = { type: 'object', additionalProperties: false, required: ['status', 'result'], properties };
    expect(composed({ MugResponse })).toEqual({
      Success: { type: 'object', required: ['status'], properties: { status } },
      MugResponse: {
        allOf: [ref('Success')],
        properties: { result: ref('MugRecord') },
        required: ['result'],
        unevaluatedProperties: false,
      },
    });
  });
});
