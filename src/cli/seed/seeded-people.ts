import { type DemoClient } from '../demo/demo-client';
import { pick, type Roll } from './dice';

/** A customer of the shop. */
export interface SeededPerson {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly address: Readonly<Record<string, string>>;
}

const FIRST = [
  'Ada',
  'Amir',
  'Beatrix',
  'Carlos',
  'Dilan',
  'Emma',
  'Farah',
  'Grace',
  'Hugo',
  'Ines',
  'Jonas',
  'Katya',
  'Liam',
  'Mina',
  'Noor',
  'Olga',
  'Paul',
  'Rosa',
  'Sven',
  'Yuki',
];
const LAST = [
  'Adams',
  'Baker',
  'Chen',
  'Dubois',
  'Evans',
  'Fischer',
  'Garcia',
  'Hughes',
  'Ito',
  'Jensen',
  'Kaya',
  'Lopez',
  'Meyer',
  'Novak',
  'Okafor',
  'Patel',
  'Rossi',
  'Silva',
  'Turner',
  'Walker',
];
const STREETS = ['High Street', 'Mill Lane', 'Station Road', 'Church Walk', 'Market Square'];
const TOWNS = [
  ['Bath', 'BA1 1AA', 'GB'],
  ['Leeds', 'LS1 4DY', 'GB'],
  ['York', 'YO1 7HH', 'GB'],
  ['Köln', '50667', 'DE'],
  ['Lyon', '69001', 'FR'],
] as const;
/** One in so many is a trade customer. */
const TRADE = 12;

/** Makes customers, some of them in the group `Trade`. @returns them with the id of the group */
export async function addPeople(
  store: DemoClient,
  roll: Roll,
  count: number,
): Promise<{ people: SeededPerson[]; trade: string }> {
  const { id: trade } = await store.quietly('POST', '/v1/customers/groups', { title: 'Trade', slug: 'trade' });
  const people: SeededPerson[] = [];
  for (let i = 0; i < count; i += 1) {
    const [first, last] = [pick(roll, FIRST), pick(roll, LAST)];
    const [city, postcode, country] = pick(roll, TOWNS);
    const email = `${first}.${last}.${i + 1}@shop.example`.toLowerCase();
    const group = roll(TRADE) === 0 ? { group: trade } : {};
    await store.quietly('POST', '/v1/customers', { first_name: first, last_name: last, email, ...group });
    const street = `${1 + roll(80)} ${pick(roll, STREETS)}`;
    const address = { first_name: first, last_name: last, address_1: street, city, postcode, country };
    people.push({ first_name: first, last_name: last, email, address });
  }
  return { people, trade };
}
