import {
  Conflict,
  type ErrorKind,
  type FieldErrors,
  Forbidden,
  Gone,
  Invalid,
  Malformed,
  MethodNotAllowed,
  NotFound,
  TooLarge,
  TooMany,
  Unauthorized,
  Unavailable,
  UnsupportedMedia,
  ValidationFailed,
} from './errors';

type KindOfError = abstract new (message: string) => Error & { readonly kind: ErrorKind };

describe('an error of the store', () => {
  it.each<[ErrorKind, KindOfError]>([
    ['malformed', Malformed],
    ['unauthorized', Unauthorized],
    ['forbidden', Forbidden],
    ['not_found', NotFound],
    ['method_not_allowed', MethodNotAllowed],
    ['conflict', Conflict],
    ['gone', Gone],
    ['too_large', TooLarge],
    ['unsupported_media', UnsupportedMedia],
    ['too_many', TooMany],
    ['unavailable', Unavailable],
  ])('has the kind %s, its message, and the name of its class', (kind, Kind) => {
    class Planted extends Kind {
      readonly code = 'planted';
    }
    const { name, message, code, kind: actual } = new Planted('No such thing');
    expect({ name, message, code, kind: actual }).toEqual({
      name: 'Planted',
      message: 'No such thing',
      code: 'planted',
      kind,
    });
  });

  it('wire.md 5: asks for a bearer token when there is none', () => {
    class Planted extends Unauthorized {
      readonly code = 'planted';
    }
    expect(new Planted('No token').challenge).toBe('Bearer');
  });
});

describe('an error of validation (wire.md 2)', () => {
  it('names its field, and starts its message with it', () => {
    const { code, kind, message, errors } = ValidationFailed.of('price', 'must be a decimal number');
    expect({ code, kind, message, errors }).toEqual({
      code: 'validation_failed',
      kind: 'invalid',
      message: 'price must be a decimal number',
      errors: { price: ['price must be a decimal number'] },
    });
  });

  it('has the first message of its first field', () => {
    const errors = { sku: ['sku is required', 'sku must be text'], title: ['title is required'] };
    expect(new ValidationFailed(errors)).toMatchObject({ message: 'sku is required', errors });
  });

  it.each<FieldErrors>([{}, { sku: [] }])('has a message without one of a field: %j', (errors) => {
    class Planted extends Invalid {
      readonly code = 'planted';
    }
    expect(new Planted(errors).message).toBe('The request is not valid');
  });
});
