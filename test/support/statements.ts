import { DataSource } from 'typeorm';
import { type TestStore } from './store';

/** Returns the statements that a store sends while something works, of them those about a table; left out: all. */
export async function statementsOf(store: TestStore, work: () => Promise<unknown>, table = ''): Promise<string[]> {
  const about = new RegExp(`\\b${table}\\b`);
  const sent: string[] = [];
  const spy = jest.spyOn(store.app.get(DataSource).logger, 'logQuery').mockImplementation((sql: string) => {
    if (table === '' || about.test(sql)) sent.push(sql);
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return sent;
}
