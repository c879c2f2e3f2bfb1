import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { columnsOf, index } from '../../platform/database/rows/table-shape';

/** The names by which older versions found their own clients, which anybody could give to another. */
const OLDER_NAMES = { command_line: 'command line', console: 'Console' } as const;
/** Each older version gave its own clients all scopes of its time. These are those of the last one. */
const SUBJECTS = 'orders carts promotions webhooks products customers settings events tokens clients operations';
const ALL = SUBJECTS.split(' ').flatMap((subject) => [`${subject}:read`, `${subject}:write`]);
const UNIQUE = 'uq_api_clients__program';

interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly scopes: string;
}

/** Whether the scopes are just what the program writes: all, in its order. */
function hasAll({ scopes }: Candidate): boolean {
  return scopes === JSON.stringify(ALL);
}

/**
 * Marks the program's own clients (wire.md 5), which were found by their names before. A row with such a name may be an
 * attacker's that an older version widened, or a person's: nothing in it tells. So a mark must give nothing: only a row that
 * has all scopes already gets one, and with the mark its secret stops signing in, which of a true one nobody knows. If several
 * have the name and all scopes, none is marked; the program then makes another, and theirs stay as they are.
 *
 * Nullable and last: no row is rewritten. Clients are few.
 */
export class OwnClients1763704600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('api_clients', new TableColumn(columnsOf(runner).string('program', 20, true)));
    for (const [program, name] of Object.entries(OLDER_NAMES)) {
      const rows = (await runner.query(
        'SELECT CAST(id AS CHAR) AS id, name, scopes FROM api_clients ' +
          'WHERE name = ? AND origins IS NULL AND revoked_at IS NULL',
        [name],
      )) as Candidate[];
      // A comparison of the database ignores case and blanks at the end.
      const [own, ...others] = rows.filter((row) => row.name === name && hasAll(row));
      if (own === undefined || others.length > 0) continue;
      await runner.query('UPDATE api_clients SET program = ? WHERE id = ?', [program, own.id]);
    }
    await runner.createIndex('api_clients', new TableIndex(index(UNIQUE, 'program')));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('api_clients', UNIQUE);
    await runner.dropColumn('api_clients', 'program');
  }
}
