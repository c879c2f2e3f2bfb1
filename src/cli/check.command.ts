import { grouped } from '../app/migration-progress';
import { OldRowsService } from '../app/old-rows.service';
import { withStore } from './with-store';

/** The options of `store check`. */
export interface CheckArguments {
  readonly mend?: true;
}

/** Finds the rows that an older version wrote without what this one has added, and mends them if told. Exit code 1: some are left. */
export async function checkCommand({ mend }: CheckArguments, say: (text: string) => void): Promise<void> {
  await withStore(async (store) => {
    const isMended = mend === true;
    const found = await store.get(OldRowsService, { strict: false }).mend({ isMended });
    for (const { title, count } of found) say(`${isMended ? 'Mended' : 'Found'}: ${grouped(count)} ${title}`);
    if (found.length === 0) say('All rows have what this version needs.');
    else if (!isMended) {
      say('They were written by an older version. Mend them with: npm run store -- check --mend');
      process.exitCode = 1;
    }
  });
}
