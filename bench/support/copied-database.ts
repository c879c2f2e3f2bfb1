import { createConnection } from 'mysql2/promise';
import { SqliteConnection } from '../../src/platform/database/connection/sqlite/sqlite-connection';
import { makeDatabase } from '../../test/support/database';

/** Copies the tables and rows of a database to a new one on the same server, and counts its rows for the optimizer. @returns its address */
export async function copyDatabase(server: string, from: string, to: string): Promise<string> {
  await makeDatabase(server, to);
  const connection = await createConnection(`${server.replace(/^mariadb:/, 'mysql:')}/${from}`);
  try {
    const [tables] = await connection.query('SHOW TABLES');
    for (const table of (tables as Record<string, string>[]).flatMap((row) => Object.values(row))) {
      await connection.query(`CREATE TABLE \`${to}\`.\`${table}\` LIKE \`${table}\``);
      await connection.query(`INSERT INTO \`${to}\`.\`${table}\` SELECT * FROM \`${table}\``);
      await connection.query(`ANALYZE TABLE \`${to}\`.\`${table}\``);
    }
  } finally {
    await connection.end();
  }
  return `${server}/${to}`;
}

/** Copies a SQLite file, also what is still in its write-ahead log: a file serves one process. @returns the address of the copy */
export function copyFile(file: string, name: string): string {
  const connection = new SqliteConnection(file);
  connection.exec(`VACUUM INTO '${file}.${name}'`);
  connection.close();
  return `sqlite:${file}.${name}`;
}
