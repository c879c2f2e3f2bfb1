import { en } from '../../console/src/shared/text/en';
import { SEND_ERROR_CODES } from '../../src/modules/webhooks/domain/attempt-outcome';

/** Codes of deliveries that ended without an attempt (webhooks.md 9). */
const WITHOUT_ATTEMPT = ['event_gone', 'event_unreadable', 'lease_lost'];

describe('the codes of failed deliveries', () => {
  it('have a sentence each in the console', () => {
    const sentences = Object.keys(en).filter((key) => key.startsWith('delivery-error.'));
    const codes = [...SEND_ERROR_CODES, ...WITHOUT_ATTEMPT, 'http'];
    expect(sentences.sort()).toEqual(codes.map((code) => `delivery-error.${code}`).sort());
  });
});
