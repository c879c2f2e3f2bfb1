import { started } from './jest-setup';
import { reapAbandonedFolders, removeRunFolder, RUN_FOLDER } from './run-folder';

/** Once after all suites: ends the servers of this run and removes everything it has written to the temp folder. */
export default function tearDown(): void {
  const folder = process.env[RUN_FOLDER];
  if (folder) removeRunFolder(folder);
  reapAbandonedFolders();
  for (const variable of started.splice(0)) delete process.env[variable];
}
