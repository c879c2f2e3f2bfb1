import { de } from '../text/de';
import { en } from '../text/en';
import { faultAtField, faultSentence } from './fault-words';

const ENGLISH = { texts: en, region: () => 'en' };
const GERMAN = { texts: de, region: () => 'de' };

const LABELS = {
  title: 'Titel',
  price: 'Preis',
  from: 'Erster Tag',
  to: 'Letzter Tag',
  budget: 'Budget',
  match_rules: 'Regeln',
};

describe('the faults of fields in words', () => {
  it('stays English in English, with the labels of the form for the names of fields', () => {
    expect(faultAtField('title', 'title is required', LABELS, ENGLISH)).toBe('Is required');
    expect(faultAtField('sale_price', 'sale_price must not be above price', LABELS, ENGLISH)).toBe(
      'Must not be above “Preis”',
    );
    expect(faultSentence('from', 'from must not be after to', LABELS, ENGLISH)).toBe(
      '“Erster Tag” must not be after “Letzter Tag”',
    );
    expect(faultSentence('items.1.sku', 'items.1.sku is odd', {}, ENGLISH)).toBe('“SKU” is odd');
    expect(faultSentence('other', 'other is odd', LABELS, ENGLISH)).toBe('other is odd');
  });

  describe('in German', () => {
    it.each([
      ['title', 'is required', '„Titel“ ist erforderlich'],
      ['from', 'must not be after to', '„Erster Tag“ darf nicht nach „Letzter Tag“ liegen'],
      ['to', 'must not be before from', '„Letzter Tag“ darf nicht vor „Erster Tag“ liegen'],
      ['sale_price', 'must not be above price', 'sale_price darf nicht über „Preis“ liegen'],
      ['promotions.0.budget', 'must be a decimal number', '„Budget“ muss eine Zahl sein'],
      ['max_uses', 'must be a whole number', 'max_uses muss eine ganze Zahl sein'],
      ['title', 'must be at most 1000 characters', '„Titel“ darf höchstens 1.000 Zeichen lang sein'],
      ['price', 'must be at most 9.50', '„Preis“ darf höchstens 9,50 sein'],
      [
        'match_rules.children.0.operator',
        'must be one of =, >',
        '„Regeln“ (children.0.operator) muss eins von =, > sein',
      ],
      [
        'items.1.sku',
        'is neither in the order nor that of a product',
        '„Artikelnummer“ gehört weder zur Bestellung noch zu einem Produkt',
      ],
      ['format', 'must hold {price}', 'format muss {price} enthalten'],
      ['codes', 'line 3 must be unique', '„Codes“ Zeile 3 gibt es schon'],
      ['title', 'is of no table', '„Titel“ is of no table'],
    ])('%s %s', (field, ending, sentence) => {
      expect(faultSentence(field, `${field} ${ending}`, LABELS, GERMAN)).toBe(sentence);
    });

    it('is said at the field without its name, and as it is where it does not begin with the name', () => {
      expect(faultAtField('title', 'title must not be empty', LABELS, GERMAN)).toBe('Darf nicht leer sein');
      expect(faultAtField('title', 'Not this one', LABELS, GERMAN)).toBe('Not this one');
      expect(faultSentence('reason', 'code_ended', LABELS, GERMAN)).toBe('„Grund“: code_ended');
    });
  });
});
