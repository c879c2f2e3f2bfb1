import { type Response } from 'express';
import { AnswerTooLarge } from './http.errors';
import { StoreAdapter } from './store.adapter';

/** A response of an application that is not stopping. */
const response = { headersSent: false, app: { locals: {} } } as unknown as Response;

/** A part of a body that cannot be written: V8 fails so with more than 512 MiB. */
const failing = (error: Error): object => ({
  toJSON: () => {
    throw error;
  },
});

describe('a response that cannot be written', () => {
  const reply = (error: Error) => () => new StoreAdapter().reply(response, { status: true, result: [failing(error)] });

  it('says so when it is longer than a text can be', () => {
    expect(reply(new RangeError('Invalid string length'))).toThrow(new AnswerTooLarge());
  });

  it('fails as it is with any other error', () => {
    expect(reply(new RangeError('Invalid time value'))).toThrow(new RangeError('Invalid time value'));
  });
});
