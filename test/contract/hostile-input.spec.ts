import { onEachEngine } from '../support/engines';
import { type ResourceName, type SmallWorld, smallWorld } from '../support/small-world';
import { type Call, startStore, type TestStore } from '../support/store';
import { tableDump } from '../support/table-dump';
import { HOSTILE_FIELDS, type HostileField } from './hostile-fields.table';

type Fields = Readonly<Record<string, unknown>>;

const BOUNDARY = 'frontier';

function multipart(fields: Fields): Call {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
  );
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  return { form: `${parts.join('')}--${BOUNDARY}--\r\n`, headers };
}

/** The ways in which fields can be sent: text in all three, anything else in JSON. */
function waysToSend(fields: Fields): readonly Call[] {
  const isText = Object.values(fields).every((value) => typeof value === 'string');
  return isText ? [{ form: fields }, multipart(fields), { json: fields }] : [{ json: fields }];
}

function refusalOf(field: string, says: string): Fields {
  return { status: false, error: `${field} ${says}`, errors: { [field]: [`${field} ${says}`] } };
}

function titleOf({ on, field, value, says }: HostileField): string {
  const shown = JSON.stringify(value) ?? 'left out';
  return `${on}: ${field} ${shown.length > 60 ? `${shown.slice(0, 40)}… (${shown.length})` : shown} ${says}`;
}

onEachEngine('hostile input', (engine) => {
  let store: TestStore;
  let world: SmallWorld;
  let untouched: unknown;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { LOGIN_LIMIT_PER_MINUTE: '100000' });
    world = await smallWorld(store);
    untouched = await tableDump(store);
  });
  afterAll(() => store.close());

  /** A good body with one field replaced or left out. */
  function spoilt(on: ResourceName, field: string, value: unknown): Fields {
    const fields: Record<string, unknown> = { ...world.bodies[on], [field]: value };
    if (value === undefined) delete fields[field];
    return fields;
  }

  describe('in a field (wire.md 1, 2: 422 that names it, nothing changed)', () => {
    it.each(HOSTILE_FIELDS.map((row) => [titleOf(row), row] as const))('%s', async (_, { on, field, value, says }) => {
      const expected = refusalOf(field, says);
      for (const call of waysToSend(spoilt(on, field, value))) {
        const { status, body } = await store.request('POST', world.paths[on], call);
        expect({ status, body }).toEqual({ status: 422, body: expected });
      }
      expect(await tableDump(store)).toEqual(untouched);
    });
  });
});
